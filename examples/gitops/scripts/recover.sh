#!/usr/bin/env bash
# Finishes what a lost runner has begun. Run this only if no other run of the stack is alive.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${PULUMI_STACK:?must be the name of the stack}"

# Removes the lock of the lost run.
pulumi cancel --stack "$PULUMI_STACK" --yes --non-interactive --color never
# Adopts the routers that the lost run has created, and continues with the rest.
CLOUDPLATFORM_IF_EXISTS=adopt pulumi up --stack "$PULUMI_STACK" --yes --non-interactive --color never
# Ends Pulumi's warning of pending operations.
pulumi refresh --stack "$PULUMI_STACK" --clear-pending-creates --yes --skip-preview --non-interactive --color never
