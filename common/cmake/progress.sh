#!/usr/bin/env bash
# Prints a bar per chapter as it goes, and what to do next.
#
#   progress.sh FOLDER KEEP_GOING CHAPTER/EXERCISE...
#
# FOLDER is the build's; KEEP_GOING are the words that tell its tool to go on after an error.
set -u

readonly seconds=${PROGRESS_SECONDS:-60}
folder=$1 keep_going=$2
shift 2

# Of exercise $1: solved, or what is left to do.
state_of() {
  if ((built != 0)) && ! cmake --build "$folder" --target "exercise_$1" >/dev/null 2>&1; then
    echo "does not compile"
    return
  fi
  timeout "$seconds" "$folder/bin/exercise_$1" >/dev/null 2>&1 </dev/null
  case $? in
    0) echo "solved" ;;
    77) echo "not started" ;;
    124) echo "takes longer than $seconds s" ;;
    1) echo "not solved yet" ;;
    *) echo "crashes" ;;
  esac
}

next=
for chapter in $(printf '%s\n' "${@%/*}" | uniq); do
  exercises=()
  for exercise in "$@"; do
    [[ $exercise == "$chapter"/* ]] && exercises+=("${exercise#*/}")
  done
  printf '%-24s' "$chapter"
  # shellcheck disable=SC2086  # words
  cmake --build "$folder" --target "${exercises[@]/#/exercise_}" -- $keep_going >/dev/null 2>&1
  built=$?
  solved=0
  for exercise in "${exercises[@]}"; do
    state=$(state_of "$exercise")
    case $state in
      solved) printf '█' && ((++solved)) ;;
      "not started") printf '░' ;;
      *) printf '▒' ;;
    esac
    [[ -z $next && $state != solved ]] &&
      next="next: exercises/$chapter/$exercise/README.md ($state)"
  done
  printf '  %d of %d\n' "$solved" "${#exercises[@]}"
done
echo "${next:-All exercises are solved.}"
