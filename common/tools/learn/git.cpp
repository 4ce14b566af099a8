#include "git.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>

#include "problem.h"

namespace learn {

namespace {

constexpr double kGitSeconds = 120;

}  // namespace

Git::Git(fs::path source, Wanted wanted) : source_(std::move(source)), wanted_(std::move(wanted)) {
  setenv("GIT_TERMINAL_PROMPT", "0", 0);  // git has no terminal to ask at
}

Outcome Git::git(std::vector<std::string> arguments, Output output) const {
  arguments.insert(arguments.begin(), {"git", "-C", source_.string()});
  Outcome outcome = run(arguments, kGitSeconds, wanted_, output);
  if (outcome.stopped) throw Problem("interrupted", kExitInterrupted);
  return outcome;
}

std::string Git::line(std::vector<std::string> arguments) const {
  const Outcome outcome = git(std::move(arguments), Output::kStdout);
  return outcome.ok() ? outcome.output.substr(0, outcome.output.find('\n')) : "";
}

std::set<std::string> Git::names(std::vector<std::string> arguments) const {
  std::set<std::string> found;
  const std::string text = git(std::move(arguments), Output::kStdout).output;
  for (std::size_t at = 0, end; (end = text.find('\0', at)) != std::string::npos; at = end + 1) {
    found.insert(text.substr(at, end - at));
  }
  return found;
}

std::optional<std::string> Git::text(const std::string& commit, const std::string& name) const {
  const Outcome outcome = git({"cat-file", "--filters", commit + ":" + name}, Output::kStdout);
  return outcome.ok() ? std::optional(outcome.output) : std::nullopt;
}

bool Git::is_repository() const {
  std::error_code error;
  const std::string top = line({"rev-parse", "--show-toplevel"});
  return !top.empty() && fs::equivalent(top, source_, error);
}

std::string Git::remote() const {
  if (!line({"config", "remote.upstream.url"}).empty()) return "upstream";
  const std::string branch = line({"symbolic-ref", "--short", "-q", "HEAD"});
  const std::string own = line({"config", "branch." + branch + ".remote"});
  return own.empty() || own == "." ? "origin" : own;
}

std::string Git::course_branch() const {
  const std::string from = "refs/remotes/" + remote() + "/";
  const std::string branch = line({"symbolic-ref", "--short", "-q", "HEAD"});
  std::string merged = line({"config", "branch." + branch + ".merge"});
  if (merged.rfind("refs/heads/", 0) == 0) merged.erase(0, 11);
  for (const std::string& name : {merged, std::string("HEAD"), std::string("main")}) {
    if (!name.empty() && !line({"rev-parse", "-q", "--verify", from + name}).empty()) {
      return from + name;
    }
  }
  return "";
}

std::string Git::base() const {
  const std::string branch = course_branch();
  const std::string common = branch.empty() ? "" : line({"merge-base", "HEAD", branch});
  return common.empty() ? line({"rev-parse", "-q", "--verify", "HEAD"}) : common;
}

std::optional<std::set<std::string>> Git::edited() const {
  if (!is_repository()) return {};
  const std::string from = base();
  if (from.empty()) return {};
  return names({"diff", "--name-only", "-z", "--no-renames", from, "--", "exercises"});
}

Original Git::stub(const Exercise& exercise) const {
  const std::string file = fs::relative(exercise.file(), source_).generic_string();
  const std::string from = is_repository() ? base() : "";
  const std::optional<std::string> stub = from.empty() ? std::nullopt : text(from, file);
  if (!stub) {
    throw Problem("git does not know " + file +
                  ", and the stub comes from there. Is this folder a clone of the course?");
  }
  return {*stub, line({"log", "-1", "--date=short", "--format=%h of %ad", from, "--", file})};
}

std::string Git::put_back(const std::string& name, const fs::path& kept,
                          const std::string& before) const {
  const std::string note = ".\nYours, as it was, is kept as " + shown(kept);
  const std::optional<std::string> old_text = text(before, name), new_text = text("HEAD", name);
  if (!new_text) return name + " is no longer in the course" + note;
  const fs::path old_file = source_ / ".learn" / "old", new_file = source_ / ".learn" / "new";
  write_file(old_file, old_text.value_or(""));
  write_file(new_file, *new_text);
  const std::vector<std::string> merge = {"merge-file", "-p", kept.string(), old_file.string(),
                                          new_file.string()};
  std::vector<std::string> merge_ours = merge;
  merge_ours.insert(merge_ours.begin() + 2, "--ours");
  const bool is_clean = git(merge, Output::kStdout).ok();
  const Outcome merged = git(merge_ours, Output::kStdout);
  write_file(source_ / name, merged.ok() ? merged.output : read_file(kept));
  fs::remove(old_file);
  fs::remove(new_file);
  if (is_clean) return name + ": both changes are in it, yours and the course's" + note;
  return name + ": in lines that you and the course have changed, yours stayed" + note +
         ".\nThe course's: git show HEAD:" + name;
}

std::vector<std::string> Git::update() const {
  if (!is_repository()) {
    throw Problem(
        "this folder is no clone, so there is nothing to update it from: clone the course "
        "into another folder, and copy your exercises there");
  }
  const std::string from = remote();
  const Outcome fetched = git({"fetch", "--quiet", from});
  if (!fetched.ok()) {
    throw Problem("git cannot fetch from " + from + ", and nothing was changed:\n" +
                  fetched.output + (fetched.timed_out ? "it took too long\n" : "") +
                  "If it asks for a password: git fetch " + from + ", then this again");
  }
  const std::string course = course_branch();
  if (course.empty()) throw Problem("git has no branch of " + from + " to follow");
  const std::string common = line({"merge-base", "HEAD", course});
  if (common.empty()) throw Problem("your branch and " + course + " have no common history");
  if (common == line({"rev-parse", course})) return {"The course has nothing new."};
  // From here on, Ctrl-C waits.
  return Git(source_, always).merge(course, common);
}

std::vector<std::string> Git::merge(const std::string& course, const std::string& common) const {
  const std::string head = line({"rev-parse", "HEAD"});
  const auto changed = [&](const std::string& from, std::vector<std::string> to) {
    std::vector<std::string> arguments = {"diff", "--name-only", "-z", "--no-renames", from};
    arguments.insert(arguments.end(), to.begin(), to.end());
    return names(arguments);
  };
  // What both sides have changed makes room for the course's, and is put back when that is there.
  const std::set<std::string> mine = changed(head, {}), theirs = changed(common, {course});
  std::vector<std::string> both;
  std::set_intersection(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                        std::back_inserter(both));
  std::map<std::string, fs::path> kept;
  for (const std::string& name : both) {
    if (fs::is_regular_file(source_ / name)) kept[name] = keep(source_, source_ / name);
  }
  for (const std::string& name : both) git({"checkout", "--quiet", "HEAD", "--", name});
  // Without commits of the learner's, this goes forward; with them, their lines stay.
  const Outcome merged = git({"merge", "--quiet", "--no-edit", "-X", "ours", course});
  if (!merged.ok()) {
    git({"merge", "--abort"});
    for (const auto& [name, copy] : kept) write_file(source_ / name, read_file(copy));
    throw Problem("git cannot merge " + course + ", and nothing was changed:\n" + merged.output);
  }
  std::vector<std::string> report;
  for (const auto& [name, copy] : kept) report.push_back(put_back(name, copy, head));
  report.push_back("The course is that of " +
                   line({"log", "-1", "--date=short", "--format=%ad (%h)", course}) + ".");
  return report;
}

}  // namespace learn
