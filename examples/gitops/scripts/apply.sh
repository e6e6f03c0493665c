#!/usr/bin/env bash
# Deploys what plan.json contains. Fails at the first difference, such as a changed program or another deployment since the plan.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# Without these variables, the job has the keys itself.
[ -z "${AWS_ROLE_ARN:-}${VAULT_ADDR:-}" ] || eval "$(node scripts/sign-in.mts)"
# `npx pulumi-cloudplatform log run.jsonl` shows what the run did. The pipelines keep the file.
export CLOUDPLATFORM_LOG="${CLOUDPLATFORM_LOG:-run.jsonl}"

# Pulumi accepts --plan only with this variable.
export PULUMI_EXPERIMENTAL=true
# Replaces this shell, which would not pass signals on.
exec pulumi up --stack "$PULUMI_STACK" --refresh --run-program --plan plan.json --yes --skip-preview --non-interactive --color never
