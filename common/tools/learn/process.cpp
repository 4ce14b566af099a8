#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "problem.h"

namespace learn {

namespace {

constexpr std::size_t kHead = 1 << 16, kTail = 1 << 14;  // bytes kept of a long output
constexpr int kStepMilliseconds = 50, kGraceMilliseconds = 2000;

[[noreturn]] void start(const std::vector<std::string>& command, int output, Output wanted) {
  setsid();  // a group, so that all of it can be stopped, and without a terminal to ask at
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGWINCH, SIGCONT}) {
    std::signal(signal, SIG_DFL);
  }
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(wanted == Output::kToRead ? output : nothing, STDERR_FILENO);
  close(output);
  become(command);
}

/// @return false at the end of the output
bool read_some(int from, std::string& output, Output wanted) {
  char bytes[1 << 14];
  const ssize_t count = read(from, bytes, sizeof bytes);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  output.append(bytes, static_cast<std::size_t>(count));
  if (wanted == Output::kToRead && output.size() > 2 * (kHead + kTail)) {
    output.erase(kHead, output.size() - kHead - kTail);
  }
  return count > 0;
}

/// Ends a process and those of its group: gently at first, since a build has half a file to remove.
void end(pid_t child, int& status) {
  bool reaped = false;
  const auto signal_all = [&](int signal) {
    if (!reaped) kill(child, signal);  // it may not have its group yet
    return kill(-child, signal) == 0;
  };
  signal_all(SIGTERM);
  for (int waited = 0; waited < kGraceMilliseconds; waited += kStepMilliseconds) {
    reaped = reaped || waitpid(child, &status, WNOHANG) != 0;
    if (reaped && !signal_all(0)) return;
    poll(nullptr, 0, kStepMilliseconds);
  }
  signal_all(SIGKILL);
  if (!reaped) waitpid(child, &status, 0);
}

bool is_readable(int file, int milliseconds) {
  pollfd readable{file, POLLIN, 0};
  return poll(&readable, 1, milliseconds) > 0;
}

}  // namespace

void become(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const std::string message = "cannot run " + command[0] + ": " + std::strerror(errno) + "\n";
  if (write(STDERR_FILENO, message.data(), message.size()) < 0) _exit(126);
  _exit(127);
}

Outcome run(const std::vector<std::string>& command, double seconds, const Wanted& wanted,
            Output output) {
  int ends[2];
  if (pipe(ends) != 0) throw Problem("the system has no pipe left");
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t child = fork();
  if (child < 0) throw Problem("the system cannot start a process");
  if (child == 0) start(command, ends[1], output);
  close(ends[1]);

  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  Outcome outcome;
  int status = 0;
  bool has_output = true;
  while (waitpid(child, &status, WNOHANG) == 0) {
    outcome.timed_out = Clock::now() > deadline;
    outcome.stopped = !outcome.timed_out && !wanted();
    if (outcome.timed_out || outcome.stopped) {
      end(child, status);
      break;
    }
    if (!has_output) {
      poll(nullptr, 0, kStepMilliseconds);
    } else if (is_readable(ends[0], kStepMilliseconds)) {
      has_output = read_some(ends[0], outcome.output, output);
    }
  }
  kill(-child, SIGKILL);  // what it has left running would go on for ever
  while (has_output && is_readable(ends[0], 0))
    has_output = read_some(ends[0], outcome.output, output);
  close(ends[0]);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace learn
