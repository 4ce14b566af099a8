#include "variants.h"

#include <algorithm>
#include <regex>

#include "translate/whole_files.h"

namespace variants {

namespace {

bool starts_with(const std::string& line, const std::string& with) {
  return line.compare(0, with.size(), with) == 0;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

const Variant* find(const std::vector<Variant>& variants, const std::string& name) {
  const auto variant = std::find_if(variants.begin(), variants.end(),
                                    [&](const Variant& other) { return other.name == name; });
  return variant == variants.end() ? nullptr : &*variant;
}

/// Reads a file line by line, and names the place of what is wrong with it.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  void add(std::size_t number, const std::string& line) {
    if (starts_with(line, "=== ")) {
      begin_variant(number, line.substr(4));
    } else if (variants_.empty()) {
      if (!line.empty()) fail_outside(number, "the first line has to be === and a name");
    } else if (line == "@@" || line == "@@ whole file") {
      end_change();
      Variant& variant = variants_.back();
      variant.changes.push_back({number, line != "@@", {}, {}});
    } else if (variants_.back().changes.empty()) {
      add_comment(number, line);
    } else {
      add_changed_line(number, line);
    }
  }

  std::vector<Variant> end() {
    end_variant();
    return std::move(variants_);
  }

 private:
  [[noreturn]] void fail(std::size_t number, const std::string& what) const {
    fail_outside(number, variants_.back().name + ": " + what);
  }

  [[noreturn]] void fail_outside(std::size_t number, const std::string& what) const {
    throw Problem(file_ + ":" + std::to_string(number) + ": " + what);
  }

  void begin_variant(std::size_t number, const std::string& heading) {
    end_variant();
    std::smatch words;
    if (!std::regex_match(heading, words, std::regex("([a-z0-9_]+)( from ([a-z0-9_]+))?"))) {
      fail_outside(number, "behind === stands a name in snake_case, or NAME from NAME");
    }
    const std::string name = words[1], base = words[3];
    if (const Variant* other = find(variants_, name)) {
      fail_outside(number,
                   "there is " + name + " in line " + std::to_string(other->line) + " already");
    }
    if (!base.empty() && find(variants_, base) == nullptr) {
      fail_outside(number, "there is no " + base + " above");
    }
    variants_.push_back({name, base, number, {}, {}});
  }

  void add_comment(std::size_t number, const std::string& line) {
    if (line.empty()) return;
    if (!starts_with(line, "//")) fail(number, "a comment or an @@ comes here");
    variants_.back().comment.push_back(line);
  }

  void add_changed_line(std::size_t number, const std::string& line) {
    Change& change = variants_.back().changes.back();
    if (line.empty()) {  // it is blank in both, or stands in front of the next change
      ++blank_lines_;
      return;
    }
    const char kind = line[0];
    if (kind != ' ' && kind != '-' && kind != '+') {
      fail(number, "a line of a change begins with ' ', '-' or '+'");
    }
    if (change.is_whole_file && kind != '+') fail(number, "lines of a whole file begin with '+'");
    for (; blank_lines_ > 0; --blank_lines_) {
      change.before.emplace_back();
      change.after.emplace_back();
    }
    if (kind != '+') change.before.push_back(line.substr(1));
    if (kind != '-') change.after.push_back(line.substr(1));
  }

  void end_change() {
    blank_lines_ = 0;
    if (variants_.empty() || variants_.back().changes.empty()) return;
    const std::vector<Change>& changes = variants_.back().changes;
    const Change& change = changes.back();
    if (change.before == change.after) fail(change.line, "nothing is changed here");
    if (change.before.empty() && !change.is_whole_file) {
      fail(change.line, "with no line that is there, it is not clear where this belongs");
    }
    if (changes.size() > 1 && (change.is_whole_file || changes[0].is_whole_file)) {
      fail(change.line, "with the whole file, there is no other change");
    }
  }

  void end_variant() {
    end_change();
    if (variants_.empty()) return;
    if (variants_.back().changes.empty()) fail(variants_.back().line, "it changes nothing");
  }

  std::string file_;
  std::vector<Variant> variants_;
  std::size_t blank_lines_ = 0;  // that may belong to the change
};

std::vector<std::size_t> places_of(const Lines& part, const Lines& lines) {
  std::vector<std::size_t> places;
  for (auto at = lines.begin();; ++at) {
    at = std::search(at, lines.end(), part.begin(), part.end());
    if (at == lines.end()) return places;
    places.push_back(at - lines.begin());
  }
}

}  // namespace

std::vector<Variant> read(const std::string& text, const std::string& file) {
  Reader reader(file);
  std::size_t number = 0;
  for (const std::string& line : files::lines_of(text)) reader.add(++number, line);
  return reader.end();
}

std::string whole_text(const Variant& variant, const std::vector<Variant>& all,
                       const std::string& solution, const std::string& file) {
  const auto fail = [&](const Change& change, const std::string& what) {
    throw Problem(file + ":" + std::to_string(change.line) + ": " + variant.name + ": " + what);
  };
  const std::string comment = text_of(variant.comment);
  if (variant.changes[0].is_whole_file) return comment + text_of(variant.changes[0].after);

  const Variant* const base = find(all, variant.base);
  const std::string changed = base == nullptr ? "the solution" : base->name;
  const Lines lines =
      files::lines_of(base == nullptr ? solution : whole_text(*base, all, solution, file));
  std::vector<const Change*> change_at(lines.size());
  for (const Change& change : variant.changes) {
    const std::vector<std::size_t> places = places_of(change.before, lines);
    if (places.empty()) fail(change, changed + " does not have these lines");
    if (places.size() > 1) {
      fail(change, changed + " has these lines " + std::to_string(places.size()) +
                       " times, in lines " + std::to_string(places[0] + 1) + " and " +
                       std::to_string(places[1] + 1) + ": add a line in front of them or below");
    }
    for (std::size_t i = 0; i < change.before.size(); ++i) {
      if (change_at[places[0] + i] != nullptr) {
        fail(change, "the change in line " + std::to_string(change_at[places[0] + i]->line) +
                         " has some of these lines, too");
      }
      change_at[places[0] + i] = &change;
    }
  }

  std::size_t i = 0;
  while (i < lines.size() && starts_with(lines[i], "//") && change_at[i] == nullptr) ++i;
  std::string text = comment;
  while (i < lines.size()) {
    if (const Change* change = change_at[i]) {
      text += text_of(change->after);
      i += change->before.size();
    } else {
      text += lines[i++] + "\n";
    }
  }
  return text;
}

}  // namespace variants
