#!/usr/bin/env bash
# usage: terminal_test.sh TERMINAL.AWK
# What terminal.awk draws of what a program prints, and what it refuses.
set -u
awk=$1
failures=0

# draw OUTPUT: the picture of a command that prints this, with printf's escape sequences
draw() { printf "$1" | awk -v command='a <b>' -f "$awk" 2>&1; }
# expect OUTPUT LINE: one of the picture's lines is this one
expect() {
  local picture
  if ! picture=$(draw "$1") || ! grep -qxF -- "$2" <<<"$picture"; then
    printf 'of: %s\nexpected: %s\ngot:\n%s\n\n' "$1" "$2" "$picture"
    failures=$((failures + 1))
  fi
}
refuse() {
  local picture
  if picture=$(draw "$1") || [[ $picture != *"$2"* || $picture == *'<svg'* ]]; then
    printf 'of: %s\nexpected the refusal: %s\ngot:\n%s\n\n' "$1" "$2" "$picture"
    failures=$((failures + 1))
  fi
}
text() { printf '<text x="18" y="%d" xml:space="preserve">%s</text>' "$1" "$2"; }

expect 'x\n' "$(text 62 '<tspan class="dim">$</tspan> a &lt;b&gt;')"
expect 'x\n' "$(text 82 x)"
expect '\n  x  y\n' "$(text 102 '  x  y')"                                   # a blank line and spaces stay
expect '1 < 2 && 3 > 2\r\n' "$(text 82 '1 &lt; 2 &amp;&amp; 3 &gt; 2')"
expect 'a \033[31mb\033[0m c\n' "$(text 82 'a <tspan class="red">b</tspan> c')"
expect '\033[1ma\nb\033[0m\n' "$(text 102 '<tspan class="bold">b</tspan>')"  # a colour goes on in the next line
expect '\033[1m\033[32ma\033[0m\n' "$(text 82 '<tspan class="green">a</tspan>')"
expect 'a  \033[2mb\033[0m\n\nc <d>\n' '<title>$ a &lt;b&gt; a b c &lt;d&gt;</title>'
expect 'x\n\n\n' '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 712 102" width="712" role="img">'
refuse 'x\n\033[35my\n' 'line 2: no colour is 35'
refuse 'x\n\ny\033[2J\n' 'line 3: neither text nor a colour'
refuse 'a\tb\n' 'line 1: neither text nor a colour'
refuse '' 'there is no output'

((failures == 0))
