#!/usr/bin/env bash
# Reads all objects of the stack, repairs drift, and deploys the stack.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# `npx pulumi-cloudplatform log run.jsonl` shows what the run did. The pipelines keep the file.
export CLOUDPLATFORM_LOG="${CLOUDPLATFORM_LOG:-run.jsonl}"

# Replaces this shell, which would not pass signals on.
exec pulumi up --stack "$PULUMI_STACK" --refresh --yes --non-interactive --color never
