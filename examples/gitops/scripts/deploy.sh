#!/usr/bin/env bash
# Reads all objects of the stack, repairs drift and what an interrupted run has left, and deploys the stack.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# Without these variables, the job has the keys itself.
[ -z "${AWS_ROLE_ARN:-}${VAULT_ADDR:-}" ] || eval "$(node scripts/sign-in.mts)"
# `npx pulumi-cloudplatform log run.jsonl` shows what the run did. The pipelines keep the file.
export CLOUDPLATFORM_LOG="${CLOUDPLATFORM_LOG:-run.jsonl}"

# --run-program: the refresh uses the key and the address of this run, and not those of the last one.
# `exec` replaces this shell, which would not pass signals on.
exec pulumi up --stack "$PULUMI_STACK" --refresh --run-program --yes --non-interactive --color never
