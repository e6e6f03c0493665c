#!/usr/bin/env bash
# Previews the stack, asks the platform what the deployment would meet, and writes both as a comment on the pull request or merge
# request. A later run of the same pull request updates that comment. Fails if the preview fails, or if the deployment would.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# Without these variables, the job has the keys itself.
[ -z "${AWS_ROLE_ARN:-}${VAULT_ADDR:-}" ] || eval "$(node scripts/sign-in.mts)"

code=0
pulumi preview --stack "$PULUMI_STACK" --refresh --run-program --diff --non-interactive --color never 2>&1 | tee preview.log || code=$?
preflight=0
if [ "$code" = 0 ]; then
  # Only reads.
  pulumi-cloudplatform preflight --stack "$PULUMI_STACK" --markdown-file preflight.md --sarif preflight.sarif \
    -- --refresh --run-program || preflight=$?
else
  rm -f preflight.md preflight.sarif
fi
node scripts/report.mts preview "$code" preview.log "$preflight" preflight.md
exit $((code ? code : preflight))
