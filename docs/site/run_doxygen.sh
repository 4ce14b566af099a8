#!/usr/bin/env bash
# usage: run_doxygen.sh DOXYGEN DOCS
# Runs Doxygen on DOCS/Doxyfile, for the reference in DOCS/html/reference, with the header of its own
# version, to which the dark mode's switch is added. A warning is an error.
set -euo pipefail
doxygen=$1 docs=$2
cd "$docs"

"$doxygen" -w html header.html footer.html style.css Doxyfile >/dev/null 2>&1
scripts='<script src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>
<script>DoxygenAwesomeDarkModeToggle.init()</script>
</head>'
header=$(<header.html)
printf '%s\n' "${header/<\/head>/$scripts}" >header.html

"$doxygen" Doxyfile
if [[ -s warnings.txt ]]; then
  cat warnings.txt
  echo "Doxygen has $(grep -c . warnings.txt) lines of warnings"
  exit 1
fi
