#!/usr/bin/env bash
# Saves the plan of a deployment in plan.json, and changes nothing. `scripts/apply.sh` then does only what the plan contains. In
# GitHub Actions, the summary of the job shows the plan.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# Without these variables, the job has the keys itself.
[ -z "${AWS_ROLE_ARN:-}${VAULT_ADDR:-}" ] || eval "$(node scripts/sign-in.mts)"

code=0
pulumi preview --stack "$PULUMI_STACK" --refresh --run-program --diff --save-plan plan.json --non-interactive --color never 2>&1 | tee plan.log || code=$?
node scripts/report.mts plan "$code" plan.log
exit "$code"
