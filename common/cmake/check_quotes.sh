#!/usr/bin/env bash
# usage: check_quotes.sh README.md
# A code block below a line `<!-- from FILE -->` quotes that file, which lies beside the README: its
# lines must stand in the file as they are, one below the other. A line that is only `…` leaves out
# any number of the file's lines.
set -euo pipefail
readme=$1 quotes=0 faults=0

# check_quote FILE QUOTE: tells what of the quote is not in the file
check_quote() {
  local file quote=$'\n'$2$'\n…\n' rest piece
  file=$(dirname "$readme")/$1
  [[ -f $file ]] || { echo "there is no $1"; return 1; }
  rest=$'\n'$(<"$file")$'\n'
  while [[ $quote == *$'\n…\n'* ]]; do
    piece=${quote%%$'\n…\n'*}$'\n'
    if [[ $rest != *"$piece"* ]]; then
      printf 'this is not in %s, or not in this order:%s' "$1" "$piece"
      return 1
    fi
    quote=$'\n'${quote#*$'\n…\n'} rest=$'\n'${rest#*"$piece"}
  done
}

fault() {
  echo "$readme:$begin: $1"
  faults=$((faults + 1))
}

file='' begin=0 quote='' number=0
while IFS= read -r line; do
  number=$((number + 1))
  if [[ $line =~ ^'<!-- from '(.*)' -->'$ ]]; then
    [[ -z $file ]] || fault "this quote does not end"
    file=${BASH_REMATCH[1]} begin=$number quote=''
  elif [[ -z $file ]]; then
    continue
  elif ((number == begin + 1)); then
    [[ $line == '```'?* ]] || { fault "below this line belongs a code block"; file=''; }
  elif [[ $line == '```' ]]; then
    quotes=$((quotes + 1))
    check_quote "$file" "${quote%$'\n'}" || fault "not as $file has it"
    file=''
  else
    quote+=$line$'\n'
  fi
done <"$readme"
[[ -z $file ]] || fault "this quote does not end"
echo "$quotes quotes, $faults faults"
((faults == 0))
