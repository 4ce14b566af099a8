#!/usr/bin/env bash
# Compiles a file of a class as its build asks for it. What the repository's build has compiled with the same options is
# copied: the class has the same sources, which class_test.sh has compared.
#
# as_built.sh REPOSITORY BUILD CLASS COMPILER ARGUMENT...
set -eu
repository=$1 build=$2 class=$3
shift 3
command="$*"
command=${command/ -MD -MT * -o / -o }
command=${command//"$class/build"/"$build"}
command=${command//"$class"/"$repository"}
object=${command##* -o }
object=${object%% *}
if [[ -e $build/$object ]] && grep -qF -- "$command\"" "$build/compile_commands.json"; then
  exec cp "$build/$object" "$object"
fi
exec "$@"
