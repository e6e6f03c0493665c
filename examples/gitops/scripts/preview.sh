#!/usr/bin/env bash
# Previews the stack, and writes the result as a comment on the pull request or merge request. A later run of the same pull
# request changes that comment. Ends with the exit code of the preview.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"

code=0
pulumi preview --stack "$PULUMI_STACK" --diff --non-interactive --color never 2>&1 | tee preview.log || code=$?
node scripts/report.mts preview "$code" preview.log
exit "$code"
