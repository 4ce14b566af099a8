// Runs a stranger's program where it can do nothing: bubblewrap gives it no network, no processes but its own, and no
// files but those that it is given; limits end it when it takes too much.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files.h"
#include "process.h"

namespace learn {

struct Sandbox {
  bool is_safe = true;  ///< without: as a program of this user, or as nobody if that is root
  /// What it may read besides the system's programs and libraries, at the same place.
  std::vector<fs::path> readable = {};
  std::vector<fs::path> hidden = {};    ///< folders of those that are empty inside
  std::vector<fs::path> shown = {};     ///< files of those folders that are there nevertheless
  std::vector<fs::path> writable = {};  ///< files, or folders
  std::map<std::string, std::string> environment = {};
  double seconds = 60;
};

struct Limits {
  static constexpr int kMegabytes = 4096;      ///< of memory, all of its processes together
  static constexpr int kProcesses = 64;        ///< at a time
  static constexpr int kThreads = 1024;        ///< of each of them
  static constexpr int kFileMegabytes = 1024;  ///< of what it writes
};

/// Why there can be no sandbox here; empty if there can.
std::string why_no_sandbox();

/// The first of them that a program without a sandbox cannot read: as root starts it as nobody, a folder above that is
/// root's alone hides it. Empty if there is none.
fs::path unreadable_without_sandbox(const std::vector<fs::path>& paths);

struct Sandboxed {
  Outcome outcome;
  std::string limit;  ///< which one it was ended for, "memory: 4096 MB"; not of time
};

/// The command ends with all that it has started.
Sandboxed run_in(const Sandbox& sandbox, const std::vector<std::string>& command,
                 Output output = Output::kToRead);

}  // namespace learn
