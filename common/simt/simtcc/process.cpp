#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "failure.h"
#include "files.h"

namespace simtcc {
namespace {

volatile std::sig_atomic_t child = 0, interrupted = 0;

void interrupt(int signal) {
  interrupted = signal;
  if (child != 0) kill(child, signal);
}

/// One of a process's two streams.
class Stream {
 public:
  Stream(To to, int number, posix_spawn_file_actions_t& actions) {
    if (to == To::kNowhere) {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0);
    } else if (to == To::kText) {
      if (pipe2(ends_, O_CLOEXEC) != 0) throw Failure("the system has no pipe left");
      posix_spawn_file_actions_adddup2(&actions, ends_[1], number);
    }
  }
  ~Stream() {
    close_end(0);
    close_end(1);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  void close_end(int i) {
    if (ends_[i] >= 0) close(ends_[i]);
    ends_[i] = -1;
  }
  int readable() const { return ends_[0]; }
  void read_some() {
    char bytes[1 << 16];
    const ssize_t n = read(ends_[0], bytes, sizeof bytes);
    if (n > 0) text.append(bytes, static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) close_end(0);
  }

  std::string text;

 private:
  int ends_[2] = {-1, -1};
};

/// The caller's environment, in another language.
Words environment(const char* locale) {
  Words all;
  for (char** one = environ; *one != nullptr; ++one) {
    if (locale == nullptr || !starts_with(*one, "LC_ALL=")) all.push_back(*one);
  }
  if (locale != nullptr) all.push_back(std::string("LC_ALL=") + locale);
  return all;
}

std::vector<char*> pointers(const Words& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

void catch_signals() {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action.sa_handler = interrupt;
    sigaction(signal, &action, nullptr);
  }
}

Finished run(const Words& command, To output, To messages, const char* locale) {
  if (interrupted != 0) throw Interrupted{interrupted};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  Stream out(output, STDOUT_FILENO, actions), err(messages, STDERR_FILENO, actions);
  const Words variables = environment(locale);
  pid_t id = 0;
  const int error = posix_spawnp(&id, command[0].c_str(), &actions, nullptr,
                                 pointers(command).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  Finished finished;
  if (error != 0) {
    finished.found = false;
    return finished;
  }
  child = id;
  out.close_end(1);
  err.close_end(1);
  while (out.readable() >= 0 || err.readable() >= 0) {
    pollfd both[] = {{out.readable(), POLLIN, 0}, {err.readable(), POLLIN, 0}};
    if (poll(both, 2, -1) < 0) continue;  // a signal
    if (both[0].revents != 0) out.read_some();
    if (both[1].revents != 0) err.read_some();
  }
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  child = 0;
  if (interrupted != 0) throw Interrupted{interrupted};
  finished.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  finished.output = std::move(out.text);
  finished.messages = std::move(err.text);
  return finished;
}

void run_or_fail(const Words& command) {
  const Finished finished = run(command, To::kTerminal, To::kTerminal);
  if (!finished.found) throw Failure("cannot run " + command[0]);
  if (!finished.ok) throw DoesNotCompile();
}

}  // namespace simtcc
