/// @file
/// @ingroup simt_translate
/// What a kernel says about its launches: `__launch_bounds__`, `__cluster_dims__`, `__maxnreg__`, that it is a tile
/// kernel, and what it calls its parameters.
///
/// Each becomes an object at the begin of the kernel's body, `static constexpr`, so that it costs no
/// instruction; by its name in the symbol table the runtime knows whose it is.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "source.h"

namespace translator {

inline constexpr std::size_t kFactKinds = 4;

bool is_kernel_fact(std::string_view token);

class KernelFacts {
 public:
  explicit KernelFacts(Source& source) : source_(source) {}

  /// Translates the declaration that has token `i`, one of those words or `__global__`, among its
  /// specifiers; once, however often it is asked.
  void translate(std::size_t i);

 private:
  struct Fact {
    std::string text;         ///< the object
    std::size_t at = kNone;   ///< the first token of the values, or the word if there are none
    std::size_t end = kNone;  ///< the parenthesis after them
  };
  struct Facts {
    std::array<Fact, kFactKinds> of_kind;
    bool with_body = false;
    std::size_t head = 0;  ///< the declaration's first token, after `template <…>`
  };

  /// Takes the words in [first, last) out.
  Facts take(std::size_t first, std::size_t last);
  bool read_values(std::size_t i, std::string* values);
  /// Adds what the declaration of the same kernel, or its template, has said.
  void inherit(std::size_t name, const Facts& known, bool is_specialisation, Facts& facts);
  /// Behind the definition words can only say what is known.
  void check_in_time(std::size_t i, const Facts& facts, const Facts& known);
  bool depends_on(std::size_t first, const Fact& fact) const;
  std::size_t count_parameters(std::size_t open) const;
  /// "in,out,,n" of those after the parenthesis `open`, if there are pointers among them; one without a
  /// name, or whose name is not where names mostly are, has none. A pack ends the list.
  std::string parameter_names(std::size_t open) const;

  Source& source_;
  std::size_t name_ = kNone;  ///< of the last declaration translated
  /// What declarations and templates have said, by the kernel's name and number of parameters: it
  /// holds for the definition, and for explicit specialisations, too.
  std::map<std::pair<std::string_view, std::size_t>, Facts> known_;
};

}  // namespace translator
