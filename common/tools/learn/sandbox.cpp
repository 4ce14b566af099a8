#include "sandbox.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "terminal.h"

namespace learn {

namespace {

using CommandLine = std::vector<std::string>;

constexpr long kMegabyte = 1'000'000;

void append(CommandLine& command, const CommandLine& words) {
  command.insert(command.end(), words.begin(), words.end());
}

/// A sandbox that shows the system's programs and libraries, and nothing else.
CommandLine bubblewrap() {
  CommandLine command = {"bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"};
  for (const char* folder :
       {"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"}) {
    append(command, {"--ro-bind-try", folder, folder});
  }
  append(command, {"--proc", "/proc", "--dev", "/dev"});
  append(command,
         {"--size", std::to_string(Limits::kFileMegabytes * kMegabyte), "--tmpfs", "/tmp"});
  return command;
}

/// (Neither of memory nor of files: the CPU backend reserves a terabyte of both. They are looked at while it runs.)
CommandLine with_limits() {
  return {"prlimit", "--core=0", "--nofile=256", "--nproc=" + std::to_string(Limits::kThreads)};
}

CommandLine in_bubblewrap(const Sandbox& sandbox, const CommandLine& command) {
  CommandLine all = bubblewrap();
  for (const fs::path& path : sandbox.readable) append(all, {"--ro-bind", path, path});
  for (const fs::path& path : sandbox.hidden) append(all, {"--tmpfs", path});
  for (const fs::path& path : sandbox.shown) append(all, {"--ro-bind", path, path});
  for (const fs::path& path : sandbox.writable) append(all, {"--bind", path, path});
  append(all, {"--remount-ro", "/", "--clearenv", "--chdir", "/"});
  for (const auto& [name, value] : sandbox.environment) append(all, {"--setenv", name, value});
  append(all, {"--"});
  append(all, with_limits());
  append(all, command);
  return all;
}

/// In front of a command: as whom it runs without a sandbox.
CommandLine as_nobody() {
  if (geteuid() != 0) return {};
  return {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"};
}

CommandLine without_bubblewrap(const Sandbox& sandbox, const CommandLine& command) {
  CommandLine all = as_nobody();
  append(all, with_limits());
  append(all, {"env", "-i", "-C", "/"});
  for (const auto& [name, value] : sandbox.environment) all.push_back(name + "=" + value);
  append(all, command);
  return all;
}

/// The processes below this one, and how many pages of memory they have.
struct Family {
  std::set<pid_t> members;
  long pages = 0;
};

Family family() {
  std::map<pid_t, pid_t> parents;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    std::string stat;
    if (pid == 0 || !std::getline(std::ifstream(entry.path() / "stat"), stat)) continue;
    char state;
    pid_t parent = 0;
    std::istringstream(stat.substr(stat.rfind(')') + 1)) >> state >> parent;
    parents[pid] = parent;
  }
  Family found;
  for (const auto& [pid, parent] : parents) {
    pid_t above = parent;
    for (auto next = parents.find(above); above != getpid() && next != parents.end();
         next = parents.find(above)) {
      above = next->second;
    }
    if (above != getpid()) continue;
    found.members.insert(pid);
    long total = 0, resident = 0;
    std::ifstream("/proc/" + std::to_string(pid) + "/statm") >> total >> resident;
    found.pages += resident;
  }
  return found;
}

void end_family() {
  for (int round = 0; round < 100; ++round) {
    const Family rest = family();
    if (rest.members.empty()) return;
    for (const pid_t pid : rest.members) kill(pid, SIGKILL);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    usleep(10'000);
  }
}

long bytes_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return static_cast<long>(fs::file_size(path, error));
  long sum = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    sum += static_cast<long>(entry.file_size(error));
  }
  return sum;
}

std::string exceeded(const Sandbox& sandbox) {
  const Family now = family();
  long written = 0;
  for (const fs::path& path : sandbox.writable) written += bytes_of(path);
  const auto says = [](const char* what, int limit, const char* unit) {
    return std::string(what) + ": " + std::to_string(limit) + unit;
  };
  if (now.pages * sysconf(_SC_PAGESIZE) > Limits::kMegabytes * kMegabyte) {
    return says("memory", Limits::kMegabytes, " MB");
  }
  if (static_cast<int>(now.members.size()) > Limits::kProcesses) {
    return says("processes", Limits::kProcesses, " at a time");
  }
  if (written > Limits::kFileMegabytes * kMegabyte)
    return says("room in files", Limits::kFileMegabytes, " MB");
  return "";
}

}  // namespace

std::string why_no_sandbox() {
  static const std::string why = [] {
    CommandLine command = bubblewrap();
    append(command, {"true"});
    const Outcome outcome = run(command, 20, always);
    if (outcome.ok()) return std::string();
    return outcome.exit_code == 127 ? "there is no bubblewrap (apt-get install bubblewrap)"
                                    : outcome.output;
  }();
  return why;
}

fs::path unreadable_without_sandbox(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) {
    CommandLine command = as_nobody();
    append(command, {"test", "-r", path});
    if (!run(command, 20, always).ok()) return path;
  }
  return {};
}

Sandboxed run_in(const Sandbox& sandbox, const CommandLine& command, Output output) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // so that what it leaves behind is found below this process
  Sandboxed result;
  result.outcome = run(
      sandbox.is_safe ? in_bubblewrap(sandbox, command) : without_bubblewrap(sandbox, command),
      sandbox.seconds,
      [&] {
        result.limit = exceeded(sandbox);
        return result.limit.empty() && not_interrupted();
      },
      output);
  end_family();
  return result;
}

}  // namespace learn
