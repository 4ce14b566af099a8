#!/usr/bin/env bash
# usage: run.sh [ARCHITECTURE]   prints times and registers of the three ways to compile main.cu and step.cu
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
arch=-arch=${1:-sm_90}
to=$(mktemp -d)
nvcc "$arch" -DONE_FILE -o "$to/one" main.cu
nvcc "$arch" -rdc=true -o "$to/linked" main.cu step.cu
nvcc "$arch" -rdc=true -dlto -o "$to/optimised" main.cu step.cu
for way in one linked optimised; do
  echo "$way: $("$to/$way"), $(cuobjdump -res-usage "$to/$way" 2>&1 | grep -A1 'Function _Z5steps' | grep -oE 'REG:[0-9]+ STACK:[0-9]+')"
done
rm -r "$to"
