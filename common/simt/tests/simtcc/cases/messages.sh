# shellcheck shell=bash
# Errors have the lines of the file, and no word of the translation.

# Messages name the learner's line and nothing of the translation's.
test_messages() {
  cat >wrong.cu <<'EOF'
template <class T>
__global__ void kernel(T* p, float x) {
  __shared__ T tile[4][2];
  tile.push_back(x);
}
__global__ void plain(int* p) {
  p[0] = missing;
}
template <class T>
void host(T* p) {
  kernel<<<1, 2>>>(p, "x");
  kernel<<<1, 2>>>(p, 1);
}
int main() {
  int* p = nullptr;
  kernel<<<1, 2,
           0>>>(p,
                1, 2);
  absent<<<1, 2>>>(0);
  plain<<<1, 2>>>(3.5);
  host(p);
}
EOF
  expect_exit 1 "$simtcc" -Wall wrong.cu -o wrong
  [[ ! -s out ]] || fail "output"
  expect_match err '^wrong\.cu:4: error: .*push_back.*in .tile., which is of non-class type .int \[4\]\[2\].$'
  expect_match err "^wrong\.cu:7: error: .missing. was not declared"
  expect_match err '^wrong\.cu:11: error: '
  expect_match err '^wrong\.cu:11: note: .*cannot convert .const char\*. to type .float.'
  expect_match err '^wrong\.cu:16: error: '
  expect_match err "^wrong\.cu:19: error: .absent. was not declared"
  expect_match err '^wrong\.cu:20: error: cannot convert .double. to .int\*.'
  expect_match err '^wrong\.cu: In a kernel launch:$'
  [[ $(grep -c ' error: ' err) == 6 ]] || fail "not 6 errors"
  [[ $(grep -c 'In a kernel launch:' err) == 3 ]] || fail "contexts without an error"
  expect_no_match err 'simt_|simt::|launch\.h|translated|lambda|include/simt'
}

test_errors_of_translation() {
  printf 'struct S {\n__shared__ int x;\n};int main() {\n  k<<<>>>();\n}\n' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_text err "wrong.cu:2: error: a __shared__ variable belongs inside a kernel or a __device__ function
wrong.cu:4: error: this launch has no configuration: kernel<<<grid, block>>>(...)"
  printf '#include "absent.h"\n' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_match err '^wrong\.cu:1:.* absent\.h: No such file'
  [[ ! -e a.out ]] || fail "a program was left"
}

test_translator_alone() {
  local translator=${simtcc%/*}/simt-translate
  printf '# 1 "a.cu"\nk<<<1, 2>>>(x);\n' >good.ii
  printf '# 7 "dir/a.cu"\nk<<<>>>(x);\n' >bad.ii
  expect_exit 0 "$translator" good.ii
  expect_match out '::simt::launch\("", "a.cu", 1, 1, 2\)'
  expect_exit 0 "$translator" good.ii -o text
  [[ ! -s out ]] || fail "-o writes to standard output"
  expect_exit 0 "$translator" - <good.ii
  cmp text out || fail "- is not standard input"
  expect_exit 1 "$translator" bad.ii -o no_text
  expect_match err '^dir/a.cu:7: error: '
  [[ ! -e no_text ]] || fail "a faulty translation was written"
  expect_exit 2 "$translator" absent.ii
  expect_text err "simt-translate: error: cannot read absent.ii"
  expect_exit 2 "$translator" good.ii -o absent/text
  expect_text err "simt-translate: error: cannot write absent/text"
  expect_exit 2 "$translator"
  expect_match err '^usage: simt-translate'
  expect_exit 2 "$translator" good.ii bad.ii
  expect_exit 2 "$translator" good.ii -x
}
