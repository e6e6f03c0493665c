#!/usr/bin/env bash
# Compares the state with the platform, and changes nothing. If they differ, opens an issue, or updates the open one, and ends
# with 7. Without a difference, closes the issue and ends with 0. All other exit codes mean that the check has failed.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# Without these variables, the job has the keys itself.
[ -z "${AWS_ROLE_ARN:-}${VAULT_ADDR:-}" ] || eval "$(node scripts/sign-in.mts)"

code=0
pulumi refresh --stack "$PULUMI_STACK" --preview-only --expect-no-changes --json --non-interactive >drift.json || code=$?
# Without a report, Pulumi has ended before it could write one, and has printed why.
[ ! -s drift.json ] || node scripts/report.mts drift "$code" drift.json
exit "$code"
