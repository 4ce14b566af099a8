#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

/// Wrong answers to an exercise, each written as what it changes in the solution. A file of them:
///
///     === one_fence_too_few
///     // Without the fence: on a GPU it is most likely right.
///     // rejected by: model
///     // expect: race on global memory
///     @@
///          sums[blockIdx.x] = sum;
///     -    __threadfence();
///     @@
///     -  launch<<<blocks, 256>>>(sums, n);
///     +  launch<<<blocks, 128>>>(sums, n);
///
/// What follows an @@ is written as diff writes it, without line numbers: lines with ' ' and '-' are in the solution,
/// those with ' ' and '+' in the answer. The former have to occur exactly once in the solution. `@@ whole file` is
/// followed by '+' lines only: nothing is left of the solution. Blank lines in front of an @@ or a === do not count.
///
/// `=== name from other` begins a variant of the answer `other`, which stands above it, in place of the solution.
namespace variants {

/// What is wrong with a file of variants: "file:line: what".
struct Problem : std::runtime_error {
  using runtime_error::runtime_error;
};

using Lines = std::vector<std::string>;

struct Change {
  std::size_t line = 0;  ///< of its @@
  bool is_whole_file = false;
  Lines before, after;
};

struct Variant {
  std::string name;
  std::string base;      ///< the variant that it changes; empty: the solution
  std::size_t line = 0;  ///< of its ===
  Lines comment;  ///< what it begins with, in place of the comment that the solution begins with
  std::vector<Change> changes;
};

/// @param file what `text` was read from, for messages
/// @throws Problem if it is not written as above, or if a name occurs twice
std::vector<Variant> read(const std::string& text, const std::string& file);

/// The whole answer. @param all the variants that read() has found in `file`
/// @throws Problem if what it changes does not have the lines of a change, or has them more than once
std::string whole_text(const Variant& variant, const std::vector<Variant>& all,
                       const std::string& solution, const std::string& file);

}  // namespace variants
