#include "shared_memory.h"

#include <string>
#include <vector>

#include "declaration.h"
#include "marks.h"
#include "shared_overlaps.h"

namespace translator {
namespace {

bool is_cv(std::string_view token) {
  return is_any_of(token, {"const", "volatile", "__restrict__", "__restrict"});
}

/// Reads one declaration and marks what has to go.
class SharedDeclaration {
 public:
  SharedDeclaration(Source& source, std::size_t shared_at)
      : source_(source), shared_at_(shared_at), first_(first_specifier(source, shared_at)) {}

  /// False, and an error, if this is none that can be translated.
  bool read() {
    while (source_[first_] == "[" && source_.closing(first_) != kNone) {
      first_ = source_.closing(first_) + 1;  // `typedef` comes after [[attributes]]
    }
    at_ = first_;
    read_type();
    do {
      if (!read_declarator()) return false;
    } while (source_[at_++] == ",");
    end_ = at_ - 1;
    return true;
  }

  bool is_extern() const { return is_extern_; }
  std::size_t first() const { return first_; }
  std::size_t end() const { return end_; }  ///< the semicolon
  const std::vector<std::size_t>& names() const { return names_; }
  /// The `{` of a struct without a name, or kNone.
  std::size_t unnamed() const { return unnamed_; }
  /// Explicit alignments, as the parentheses of alignas().
  const std::vector<std::string>& alignments() const { return alignments_; }

 private:
  bool fail(std::size_t i, const char* message) {
    source_.error(i < source_.size() ? i : shared_at_, message);
    return false;
  }

  /// Words that mean nothing in a typedef, and alignments, which are for the variable.
  bool skip_specifier() {
    const std::string_view token = source_[at_];
    if (is_any_of(token, {"__shared__", "static", "extern", "__device__", "__host__"})) {
      is_extern_ |= token == "extern";
      source_.erase(at_++);
      return true;
    }
    if (is_any_of(token, {"alignas", "__align__", "__attribute__"})) {
      const std::size_t open = at_ + 1, close = source_.closing(open);
      if (source_[open] != "(" || close == kNone) return false;
      if (token == "__attribute__") {
        find_aligned(open, close);
      } else {
        add_alignment(open, close);
      }
      source_.erase(at_, close + 1);
      at_ = close + 1;
      return true;
    }
    if (is_cv(token)) {
      ++at_;
      return true;
    }
    return false;
  }

  void add_alignment(std::size_t open, std::size_t close) {
    std::string text;
    for (std::size_t i = open; i <= close; ++i) {
      if (i > open) text += ' ';
      text += source_[i];
    }
    alignments_.push_back(text);
  }

  /// `__attribute__((aligned(16)))`
  void find_aligned(std::size_t open, std::size_t close) {
    for (std::size_t i = open; i < close; ++i) {
      if (!is_any_of(source_[i], {"aligned", "__aligned__"})) continue;
      if (source_[i + 1] == "(" && source_.closing(i + 1) != kNone) {
        add_alignment(i + 1, source_.closing(i + 1));
      } else {
        alignments_.push_back("(__BIGGEST_ALIGNMENT__)");
      }
    }
  }

  void read_type() {
    while (skip_specifier()) continue;
    if (is_any_of(source_[at_], {"struct", "class", "union", "enum"})) {
      ++at_;
      while (skip_specifier()) continue;
      if (source_[at_] == "{") unnamed_ = at_;
      at_ = skip_qualified_name(source_, at_);
      if (source_[at_] == "{" && source_.closing(at_) != kNone) at_ = source_.closing(at_) + 1;
    } else if (is_builtin_type(source_[at_])) {
      do {
        ++at_;
        while (skip_specifier()) continue;
      } while (is_builtin_type(source_[at_]));
    } else {
      at_ = skip_qualified_name(source_, at_);
    }
    while (skip_specifier()) continue;
  }

  /// Up to the comma or semicolon after it.
  bool read_declarator() {
    std::size_t name = kNone;
    const bool is_wrapped = source_[at_] == "(";  // `(*pointer)[4]`
    while (!is_any_of(source_[at_], {",", ";"})) {
      if (skip_specifier()) continue;
      const std::string_view token = source_[at_];
      if (is_any_of(token, {"=", "{"}) || (token == "(" && name != kNone && !is_wrapped)) {
        return fail(at_,
                    "a __shared__ variable cannot have an initialiser: let a thread assign it");
      }
      if (token == "(" || token == "[") {
        const std::size_t close = source_.closing(at_);
        if (close == kNone) return fail(at_, "this bracket is never closed");
        if (token == "(" && name == kNone) name = name_within(at_, close);
        at_ = close;
      } else if (source_.is_identifier(at_)) {
        if (source_[at_ + 1] == "::") {  // `S::*member`
          ++at_;
        } else if (name == kNone) {
          name = at_;
        } else {
          return fail(at_, "this is not understood in a __shared__ declaration");
        }
      } else if (!is_any_of(token, {"*", "&", "&&"})) {
        return fail(at_, "this __shared__ declaration is not finished");
      }
      ++at_;
    }
    if (name == kNone) return fail(at_, "this __shared__ declaration has no variable name");
    names_.push_back(name);
    return true;
  }

  std::size_t name_within(std::size_t open, std::size_t close) const {
    for (std::size_t i = open + 1; i < close; ++i) {
      if (source_.is_identifier(i) && !is_cv(source_[i]) && source_[i + 1] != "::") return i;
    }
    return kNone;
  }

  Source& source_;
  const std::size_t shared_at_;
  std::size_t first_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::size_t unnamed_ = kNone;
  bool is_extern_ = false;
  std::vector<std::size_t> names_;
  std::vector<std::string> alignments_;
};

/// The declaration of a struct with the strictest alignment of a variable's type and of all that is
/// written beside it. (Of several alignas on one entity g++ takes the last, not the strictest.)
std::string alignment_struct(const std::string& name, const std::string& type,
                             const std::vector<std::string>& alignments) {
  std::string text = "struct " + name + " { alignas(alignof(" + type + ")) char type;";
  for (std::size_t i = 0; i < alignments.size(); ++i) {
    text += " alignas" + alignments[i] + " char a" + std::to_string(i) + ";";
  }
  return text + " }; ";
}

/// A record for the runtime: the function that has this in its code, inlined or not, has such a
/// variable. It is no instruction, and says the same in every instantiation of a template.
std::string record(const std::string& key, const std::string& bytes, const std::string& alignment) {
  // "?": it comes and goes with the section of the function. %c: without the # or $ of a constant.
  return "asm __inline__ volatile(\".pushsection simt_shared,\\\"a?\\\"\\n"
         "\\t.balign 8\\n\\t.quad 1f, %c0, %c1, %c2\\n\\t.popsection\\n1:\" : : \"i\"(" +
         key + "), \"i\"(" + bytes + "), \"i\"(" + alignment + ")); ";
}

/// What has the address by which the runtime knows the variable `name`.
std::string key_object(const std::string& number, const std::string& name) {
  return std::string("static const char ") + kKeyName + number + "_" + name + " = 0; ";
}

/// The variable `name` in a function: a reference to memory of the block.
std::string reference(const SharedDeclaration& declaration, const std::string& number,
                      const std::string& name, const std::string& type, bool with_key = true) {
  std::string text;
  std::string aligned = type;
  if (!declaration.alignments().empty()) {
    aligned = kAlignedName + number + "_" + name;
    text += alignment_struct(aligned, type, declaration.alignments());
  }
  std::string memory;
  if (declaration.is_extern()) {
    text += "[[maybe_unused]] extern " + type + " " + kDynamicName + name + "; ";
    text += record("0", "0", "alignof(" + aligned + ")");
    memory = "::simt::shared_dynamic(\"" + name + "\", alignof(" + aligned +
             "), ::simt::elements_of<" + type + ">())";
  } else {
    const std::string key = kKeyName + number + "_" + name;
    text += "static_assert(sizeof(" + type + ") <= 48 * 1024, \"" + name +
            " is larger than the 48 KiB of a block's static shared memory: make it dynamic\"); ";
    if (with_key) text += key_object(number, name);
    text += record("&" + key, "sizeof(" + type + ")", "alignof(" + aligned + ")");
    memory = "::simt::shared(&" + key + ", \"" + name + "\", sizeof(" + type + "), alignof(" +
             aligned + "), ::simt::elements_of<" + type + ">())";
  }
  return text + type + "& " + name + " = *static_cast<" + type + "*>(" + memory + ");";
}

/// The dynamic variable `name` in a namespace: what it refers to is known only in a kernel.
std::string object(const std::string& name, const std::string& type) {
  return "[[maybe_unused]] extern " + type + " " + kDynamicName + name +
         "; [[maybe_unused]] static const ::simt::DynamicShared< ::std::remove_extent_t<" + type +
         ">> " + name + "{};";
}

}  // namespace

void SharedMemory::translate_declaration(std::size_t i, Scope scope) {
  SharedDeclaration declaration(source_, i);
  if (!declaration.read()) return;
  if (scope == Scope::kClass) {
    source_.error(i, "a __shared__ variable belongs inside a kernel or a __device__ function");
    return;
  }
  const std::string number = std::to_string(++declarations_);
  source_.insert_before(declaration.first(), "typedef ");
  if (declaration.unnamed() != kNone) {
    source_.insert_before(declaration.unnamed(), " simt_s" + number + " ");
  }
  for (std::size_t name_at : declaration.names()) {
    const std::string name(source_[name_at]);
    const std::string type = kTypeName + number + "_" + name;
    const bool is_object = scope == Scope::kNamespace && declaration.is_extern();
    if (is_object) dynamic_.insert(source_[name_at]);
    source_.replace(name_at, type);
    std::string text;
    if (!declaration.is_extern() && scope == Scope::kFunction) text = limit(i, name, type);
    if (is_object) {
      text = object(name, type);
    } else if (scope == Scope::kFunction) {
      text += reference(declaration, number, name, type);
    } else {
      text = "[[maybe_unused]] " + key_object(number, name);
      of_file_.push_back({source_[name_at], reference(declaration, number, name, type, false)});
    }
    source_.insert_after(declaration.end(),
                         source_.on_line_of(name_at, " " + text, declaration.end()));
  }
}

std::string SharedMemory::limit(std::size_t i, const std::string& name, const std::string& type) {
  std::string& sum = of_block_[source_.enclosing(i)];
  const bool is_first = sum.empty();
  sum += (is_first ? "sizeof(" : " + sizeof(") + type + ")";
  if (is_first) return {};
  return "static_assert(" + sum + " <= 48 * 1024, \"" + name +
         " and the arrays before it are larger than the 48 KiB of a block's static shared memory: "
         "make them dynamic\"); ";
}

void SharedMemory::translate_body(std::size_t open) {
  check_shared_overlaps(source_, open, dynamic_);
  const std::size_t close = source_.closing(open);
  if (of_file_.empty() || close == kNone) return;
  std::size_t head = open;
  while (head > 0 && !is_any_of(source_[head - 1], {";", "}"})) --head;
  for (const OfFile& variable : of_file_) {
    bool is_used = false, is_other = false;
    for (std::size_t i = head; i < close; ++i) {
      if (source_[i] != variable.name || is_any_of(source_[i - 1], {".", "->"})) continue;
      is_used |= i > open;
      is_other |= is_declared_name(source_, i);
    }
    if (is_used && !is_other) source_.insert_after(open, " " + variable.use);
  }
}

void SharedMemory::translate_use(std::size_t i) {
  if (i < 2 || dynamic_.count(source_[i]) == 0) return;
  const bool is_argument = is_any_of(source_[i - 1], {"(", ","}) &&
                           is_any_of(source_[i + 1], {")", ","}) &&
                           source_[source_.enclosing(i)] == "(";
  const bool is_cast = source_[i - 1] == ")" && source_[i - 2] == "*";
  if (!is_argument && !is_cast) return;
  source_.insert_before(i, " ::simt::shared_pointer(");
  source_.insert_after(i, ")");
}

}  // namespace translator
