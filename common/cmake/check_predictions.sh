#!/usr/bin/env bash
# usage: check_predictions.sh LESSON.md...
# Where a lesson asks its reader to predict, the answer is folded: neither an output (```console) nor a
# measured table stands between "Predict" and the next <details>, nor right below a paragraph that ends in
# a question. (A "Predict" in a list is a step of a method, not a question.)
set -euo pipefail
awk '
  function fault(line, what) { print name ":" line ": " what; ++faults }
  function end_section() {
    if (asked) fault(asked, "the answer to this is not in its section")
    asked = 0
  }
  FNR == 1 { end_section(); name = FILENAME; code = depth = 0; last = "" }
  code { code = !/^```/; next }
  /^<details>/ { ++depth; asked = 0 }
  /^<\/details>/ { --depth }
  depth == 0 && /^(```console|<!-- measured)/ {
    if (asked) fault(asked, "the answer to this is not folded")
    else if (last ~ /\?$/) fault(FNR, "the answer to the question above is not folded")
    asked = 0
  }
  /^```/ { code = 1; last = ""; next }
  /^##? / { end_section() }
  depth == 0 && /(^|[.?:)*] )Predict[: ]/ && !/^([0-9]+\.|-) / { ++predictions; asked = FNR }
  NF > 0 { last = $0 }
  END { end_section(); print predictions + 0 " predictions, " faults + 0 " faults"; exit faults > 0 }
' "$@"
