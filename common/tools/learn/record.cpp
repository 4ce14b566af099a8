#include "record.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace learn {

Record::Record(const Course& course)
    : file_(course.source / ".learn" / "record"), build_(course.build) {}

State Record::verdict(const Exercise& exercise) const {
  const std::string entry = get("verdict " + exercise.name), print = fingerprint(exercise) + " ";
  return entry.rfind(print, 0) == 0 ? state_named(entry.substr(print.size())) : State::kUnknown;
}

void Record::set_verdict(const Exercise& exercise, const std::string& print, State state) {
  set("verdict " + exercise.name, print + " " + name_of(state));
}

void Record::forget_verdicts() {
  std::map<std::string, std::string> entries = read(), kept;
  for (const auto& entry : entries) {
    if (entry.first.rfind("verdict ", 0) != 0) kept.insert(entry);
  }
  if (kept.size() != entries.size()) write(kept);
}

int Record::hints(const Exercise& exercise) const { return number("hints " + exercise.name); }
void Record::set_hints(const Exercise& exercise, int count) {
  set("hints " + exercise.name, std::to_string(count));
}

int Record::asked(const Exercise& exercise) const { return number("asked " + exercise.name); }
void Record::set_asked(const Exercise& exercise, int count) {
  set("asked " + exercise.name, std::to_string(count));
}

std::string Record::place() const { return get("place"); }
void Record::set_place(const Exercise& exercise) { set("place", exercise.name); }

std::map<std::string, std::string> Record::read() const {
  std::map<std::string, std::string> entries;
  for (const std::string& line : lines_of(read_file(file_))) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) entries[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return entries;
}

void Record::write(const std::map<std::string, std::string>& entries) const {
  std::string text;
  for (const auto& [key, value] : entries) text += key + "\t" + value + "\n";
  write_file(file_, text);
}

std::string Record::get(const std::string& key) const {
  const std::map<std::string, std::string> entries = read();
  const auto found = entries.find(key);
  return found == entries.end() ? "" : found->second;
}

void Record::set(const std::string& key, const std::string& value) const {
  std::map<std::string, std::string> entries = read();
  if (entries[key] == value) return;
  entries[key] = value;
  write(entries);
}

int Record::number(const std::string& key) const { return std::atoi(get(key).c_str()); }

std::string Record::fingerprint(const Exercise& exercise) const {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const std::string& text :
       {read_file(exercise.file()), read_file(exercise.check()), build_.string()}) {
    for (const char c : text + '\0') {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    }
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace learn
