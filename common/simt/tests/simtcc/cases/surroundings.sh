# shellcheck shell=bash
# The compiler that is called, the place of installation, files that are left.

test_compiler() {
  write_hello
  export SIMT_CXX=$PWD/compiler
  refuses "cannot run $SIMT_CXX: install g++ 12 or newer, or name one in SIMT_CXX" hello.cu
  printf '#!/bin/sh\necho "#define __GNUC__ 11"\n' >compiler && chmod +x compiler
  refuses "$SIMT_CXX is version 11: g++ 12 or newer is needed, name one in SIMT_CXX" hello.cu
  printf '#!/bin/sh\necho "#define __clang__ 1"\necho "#define __GNUC__ 4"\n' >compiler
  refuses "$SIMT_CXX is a clang, which instruments after it has optimised, so all counters would be wrong: name a g++ in SIMT_CXX" hello.cu
  printf '#!/bin/sh\nexit 0\n' >compiler
  refuses "$SIMT_CXX is no g++: name one in SIMT_CXX" hello.cu
}

# What launches the compiler, such as ccache, gets the compilation and nothing else, with the same text each time.
test_launcher() {
  write_hello
  mkdir "a folder"
  cat >launch <<'EOF'
#!/bin/bash
for word in "$@"; do
  [[ $word != *translated.ii ]] || cp "$word" "$LOG.ii"
done
printf '%s\n' "$1" >>"$LOG"
exec "$@"
EOF
  printf '#!/bin/sh\nexec g++ "$@"\n' >"a folder/compiler"
  chmod +x launch "a folder/compiler"
  export SIMT_CXX="./launch g++"
  LOG=first compiles -c hello.cu
  LOG=second compiles -c hello.cu
  expect_text first g++
  cmp first.ii second.ii >out || fail "the text is another one each time"
  SIMT_CXX="$PWD/a folder/compiler" compiles hello.cu -o hello
  expect_exit 0 ./hello
  export SIMT_CXX="./nowhere g++"
  refuses "cannot run ./nowhere" hello.cu
}

# In PREFIX/bin, simtcc takes the headers and the library of PREFIX/lib/simt.
test_installed() {
  write_hello
  mkdir -p prefix/bin prefix/lib/simt
  cp "$simtcc" prefix/bin
  cp -r "$folder_of_tests/../../include" prefix/lib/simt
  ln -s "${simtcc%/bin/simtcc}/lib/libsimt.a" prefix/lib/simt
  expect_exit 0 prefix/bin/simtcc -MD hello.cu -o hello
  expect_exit 0 ./hello
  expect_match hello.d 'prefix/lib/simt/include/cuda_runtime\.h'
  expect_no_match hello.d 'common/simt/include'
  rm prefix/lib/simt/libsimt.a
  expect_exit 1 prefix/bin/simtcc hello.cu -o hello
}

# A signal ends g++ and simtcc, and leaves no files.
test_signal() {
  write_hello
  cat >compiler <<'EOF'
#!/bin/bash
[[ " $* " != *" -c "* ]] || { touch begun && exec sleep 1000; }
exec g++ "$@"
EOF
  chmod +x compiler
  SIMT_CXX=./compiler "$simtcc" -c hello.cu >out 2>err &
  local id=$! code=0
  until [[ -e begun ]]; do sleep 0.05; done
  kill -TERM "$id"
  wait "$id" || code=$?
  [[ $code == 143 ]] || fail "exit code $code"
  [[ -z $(ls -A "$TMPDIR") && ! -e hello.o ]] || fail "left: $(ls -A "$TMPDIR")"
}

test_temporary_files() {
  write_hello
  compiles hello.cu -o hello
  echo 'int x = ;' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  [[ -z $(ls -A "$TMPDIR") ]] || fail "left: $(ls -A "$TMPDIR")"
}

# Every function of an installed CUDA runtime is in the backend's headers, or refused by name.
test_runtime_functions_are_known() {
  local header
  for header in "${CUDA_PATH:-/usr/local/cuda}/include/cuda_runtime_api.h" /usr/include/cuda_runtime_api.h; do
    [[ -r $header ]] && break
  done
  if [[ ! -r $header ]]; then
    echo "no CUDA here"
    exit 77
  fi
  grep -ohE '\bCUDARTAPI cuda[A-Z][A-Za-z0-9_]*\(' "$header" | sed 's/.* //; s/(//' | sort -u >functions
  (($(wc -l <functions) > 200)) || fail "functions were not found"
  { echo 'void all() {' && sed 's/.*/  (void)\&&;/' functions && echo '}'; } >all.cu
  "$simtcc" -c all.cu 2>err >out || true
  grep ': error: ' err | grep -v 'is of a part of the CUDA runtime' | grep 'was not declared' >out || true
  [[ ! -s out ]] || fail "functions that are neither there nor refused by name"
}
