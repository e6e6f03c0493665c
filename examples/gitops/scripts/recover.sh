#!/usr/bin/env bash
# Finishes what a lost runner has begun. Run this only if no other run of the stack is alive.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# `npx pulumi-cloudplatform log run.jsonl` shows what the run did. The pipelines keep the file.
export CLOUDPLATFORM_LOG="${CLOUDPLATFORM_LOG:-run.jsonl}"

# Removes the lock of the lost run.
pulumi cancel --stack "$PULUMI_STACK" --yes --non-interactive --color never
# Prepares this machine to continue the creations of the lost run. 1: for some of them it is not certain which object they have created.
unclear=0
pulumi-cloudplatform recover --stack "$PULUMI_STACK" || unclear=$?
[ "$unclear" -le 1 ] || exit "$unclear"
# Continues, and deploys the rest: without what is unclear, which could otherwise be created twice.
excluded=()
if [ "$unclear" = 1 ]; then
  urns=$(pulumi-cloudplatform recover --stack "$PULUMI_STACK" --json |
    node -p 'JSON.parse(fs.readFileSync(0, "utf8")).operations.filter(({ result }) => result === "unclear").map(({ urn }) => urn).join("\n")' || true)
  while read -r urn; do excluded+=(--exclude "$urn"); done <<<"$urns"
  excluded+=(--exclude-dependents)
fi
pulumi up --stack "$PULUMI_STACK" --refresh --run-program --continue-on-error "${excluded[@]}" --yes --non-interactive --color never
# The pending operations are the evidence about what is still unclear.
[ "$unclear" = 0 ] || exit "$unclear"
# Ends Pulumi's warning of pending operations.
pulumi refresh --stack "$PULUMI_STACK" --clear-pending-creates --yes --skip-preview --non-interactive --color never
