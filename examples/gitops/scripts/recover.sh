#!/usr/bin/env bash
# Finishes what a lost runner has begun. Run this only if no other run of the stack is alive.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"
# `npx pulumi-cloudplatform log run.jsonl` shows what the run did. The pipelines keep the file.
export CLOUDPLATFORM_LOG="${CLOUDPLATFORM_LOG:-run.jsonl}"

# scripts/unfinished.mts ignores runs with this message.
up=(pulumi up --stack "$PULUMI_STACK" --message "Recovery of a lost run" --yes --non-interactive --color never)

# Removes the lock of the lost run.
pulumi cancel --stack "$PULUMI_STACK" --yes --non-interactive --color never
# Adopts the routers that the lost run has created. Other routers of the same name are left alone.
urns=$(node scripts/unfinished.mts)
if [ -n "$urns" ]; then
  targets=()
  while read -r urn; do targets+=(--target "$urn"); done <<<"$urns"
  CLOUDPLATFORM_IF_EXISTS=adopt "${up[@]}" "${targets[@]}"
fi
# Continues with the rest.
"${up[@]}"
# Ends Pulumi's warning of pending operations.
pulumi refresh --stack "$PULUMI_STACK" --clear-pending-creates --yes --skip-preview --non-interactive --color never
