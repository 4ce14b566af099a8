#!/usr/bin/env bash
# usage: run_doxygen.sh DOXYGEN DOCS
# Runs Doxygen on DOCS/Doxyfile with the header of its own version, to which the dark mode's switch is
# added, and the search of docs/site/search.js. A warning is an error.
set -euo pipefail
doxygen=$1 docs=$2
cd "$docs"

"$doxygen" -w html header.html footer.html style.css Doxyfile >/dev/null 2>&1
scripts='<script src="$relpath^doxygen-awesome-darkmode-toggle.js"></script>
<script>DoxygenAwesomeDarkModeToggle.init()</script>
<script src="$relpath^lunr.min.js"></script>
<script src="$relpath^search.js"></script>
</head>'
header=$(<header.html)
printf '%s\n' "${header/<\/head>/$scripts}" >header.html

rm -rf html
"$doxygen" Doxyfile
cp pictures/* html/
if [[ -s warnings.txt ]]; then
  cat warnings.txt
  echo "Doxygen has $(grep -c . warnings.txt) lines of warnings"
  exit 1
fi
