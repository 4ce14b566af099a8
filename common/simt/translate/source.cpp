#include "source.h"

#include <algorithm>
#include <utility>

namespace translator {
namespace {

/// 0 … 2 for the three kinds of bracket, -1 for anything else.
int opening_kind(std::string_view token) {
  return token == "(" ? 0 : token == "[" ? 1 : token == "{" ? 2 : -1;
}

int closing_kind(std::string_view token) {
  return token == ")" ? 0 : token == "]" ? 1 : token == "}" ? 2 : -1;
}

}  // namespace

Source::Source(std::string_view text, std::string_view file, std::vector<Diagnostic>& errors,
               std::string_view other)
    : text_(text), errors_(errors), lexed_(lex(text, file, errors, other)) {
  find_partners();
}

std::string_view Source::operator[](std::size_t i) const {
  if (i >= size()) return {};
  if (is_spaced_launch(i)) return "<<<";
  const Token& token = lexed_.tokens[i];
  return text_.substr(token.begin, token.end - token.begin);
}

bool Source::is_spaced_launch(std::size_t i) const {
  const Token& token = lexed_.tokens[i];
  return token.kind == Kind::kPunctuator && token.end - token.begin > 3;
}

bool Source::touches_next(std::size_t i) const {
  return i + 1 < size() && lexed_.tokens[i].end == lexed_.tokens[i + 1].begin;
}

void Source::find_partners() {
  partners_.assign(size(), kNone);
  std::vector<std::size_t> open;
  std::size_t open_of_kind[3] = {};
  for (std::size_t i = 0; i < size(); ++i) {
    if (lexed_.tokens[i].kind != Kind::kPunctuator) continue;
    const std::string_view token = (*this)[i];
    if (const int kind = opening_kind(token); kind >= 0) {
      open.push_back(i);
      ++open_of_kind[kind];
    } else if (const int closed = closing_kind(token); closed >= 0 && open_of_kind[closed] > 0) {
      // A bracket of another kind in between was never closed: it stays without a partner.
      int popped;
      do {
        popped = opening_kind((*this)[open.back()]);
        --open_of_kind[popped];
        if (popped == closed) {
          partners_[i] = open.back();
          partners_[open.back()] = i;
        }
        open.pop_back();
      } while (popped != closed);
    }
  }
}

std::size_t Source::closing(std::size_t open) const {
  if (open >= size() || partners_[open] == kNone || partners_[open] < open) return kNone;
  return partners_[open];
}

std::size_t Source::opening(std::size_t close) const {
  return close < size() && partners_[close] < close ? partners_[close] : kNone;
}

std::size_t Source::enclosing(std::size_t i) const {
  while (i-- > 0) {
    if (opening_kind((*this)[i]) >= 0) return i;
    if (opening(i) != kNone) i = opening(i);
  }
  return kNone;
}

std::size_t Source::closing_angle(std::size_t open) const {
  const std::size_t close = closing_angle(open, /*count_nested=*/true);
  // In `X<n < 3>` the second `<` opens nothing.
  return close != kNone ? close : closing_angle(open, /*count_nested=*/false);
}

std::size_t Source::closing_angle(std::size_t open, bool count_nested) const {
  if ((*this)[open] != "<") return kNone;
  int depth = 1;
  for (std::size_t i = open + 1; i < size(); ++i) {
    const std::string_view token = (*this)[i];
    if (opening_kind(token) >= 0) {
      i = closing(i);
      if (i == kNone) return kNone;
    } else if (token == ">") {
      if (--depth == 0) return i;
    } else if (token == "<") {
      if (count_nested && is_identifier(i - 1)) ++depth;
    } else if (token == ";" || closing_kind(token) >= 0) {
      return kNone;
    }
  }
  return kNone;
}

std::size_t Source::opening_angle(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view token = (*this)[i];
    if (closing_kind(token) >= 0) {
      i = opening(i);
      if (i == kNone) return kNone;
    } else if (token == ">") {
      ++depth;
    } else if (token == "<") {
      if (--depth == 0) return i;
    } else if (token == ";" || token == "<<<" || opening_kind(token) >= 0) {
      return kNone;
    }
  }
  return kNone;
}

void Source::erase(std::size_t first, std::size_t last) {
  for (; first < last; ++first) erase(first);
}

bool Source::is_erased(std::size_t i) const {
  const auto edit = edits_.find(i);
  return edit != edits_.end() && edit->second.erased;
}

void Source::insert_before(std::size_t i, std::string_view text) { edits_[i].before += text; }

void Source::insert_after(std::size_t i, std::string_view text) { edits_[i].after += text; }

void Source::replace(std::size_t i, std::string_view text) {
  erase(i);
  insert_before(i, text);
}

void Source::insert_in_front(std::size_t i, std::string_view text) {
  edits_[i].before.insert(0, text);
}

std::string Source::render(std::size_t first, std::size_t last) const {
  std::string out;
  append_edited(out, lexed_.tokens[first].begin, lexed_.tokens[last - 1].end, first, last);
  return out;
}

std::string Source::render() const {
  std::string out;
  out.reserve(text_.size() + text_.size() / 8);
  append_edited(out, 0, text_.size(), 0, size());
  return out;
}

void Source::append_edited(std::string& out, std::size_t begin, std::size_t end, std::size_t first,
                           std::size_t last) const {
  for (auto edit = edits_.lower_bound(first); edit != edits_.end() && edit->first < last; ++edit) {
    const Token& token = lexed_.tokens[edit->first];
    append(out, begin, token.begin);
    out += edit->second.before;
    if (edit->second.erased) {
      // Without the word its neighbours might become one token.
      if (token.kind == Kind::kIdentifier && edit->second.before.empty()) out += ' ';
      append_newlines(out, token.begin, token.end);  // of a raw string
    } else {
      append(out, token.begin, token.end);
    }
    out += edit->second.after;
    begin = token.end;
  }
  append(out, begin, end);
}

void Source::append(std::string& out, std::size_t begin, std::size_t end) const {
  auto cut = std::lower_bound(lexed_.cuts.begin(), lexed_.cuts.end(), begin,
                              [](const Cut& c, std::size_t at) { return c.begin < at; });
  for (; cut != lexed_.cuts.end() && cut->begin < end; ++cut) {
    out += text_.substr(begin, cut->begin - begin);
    append_newlines(out, cut->begin, cut->end);
    begin = cut->end;
  }
  out += text_.substr(begin, end - begin);
}

void Source::append_newlines(std::string& out, std::size_t begin, std::size_t end) const {
  out.append(std::count(text_.begin() + begin, text_.begin() + end, '\n'), '\n');
}

std::string Source::marker(std::size_t i) const {
  std::string out = "\n# " + std::to_string(line(i)) + " \"";
  out += place(i).file;
  out += '"';
  out += place(i).flags;
  out += '\n';
  return out;
}

std::string Source::on_line_of(std::size_t i, std::string text, std::size_t behind) const {
  const bool is_there = line(i) == line(behind) && file(i) == file(behind);
  if (is_there && text.find('\n') == std::string::npos) return text;
  return marker(i) + text + marker(behind);
}

void Source::error(std::size_t i, std::string message) const {
  errors_.push_back({unescape(file(i)), line(i), std::move(message)});
}

void Source::warning(std::size_t i, std::string message) const {
  errors_.push_back({unescape(file(i)), line(i), std::move(message), /*is_warning=*/true});
}

}  // namespace translator
