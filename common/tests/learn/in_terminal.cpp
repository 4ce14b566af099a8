// Runs a program in a terminal of its own, does what a script says, and watches the screen.
//
//   in_terminal PROGRAM [ARGUMENT]... <SCRIPT
//
// The window has 24 rows of 80 columns at first. A line of the script is one of
//   expect WORDS         waits until the words have come, behind those expected before; colours aside
//   never WORDS          they have not come since the last `forget`, or at all
//   forget               what has come so far does not count any more
//   colour yes|no        whether there was a colour since then
//   keep FILE            writes all that has come since then to a file, with its escape sequences
//   fits                 what was drawn since the screen was last cleared fits the window
//   size ROWS COLUMNS    changes the window
//   type KEYS            types them; ^C and ^Z are what they look like
//   do COMMAND           runs a command of bash
//   stopped              the program was stopped, as by ^Z, and the terminal is as it was
//   continue             it goes on
//   hang up              the terminal is closed, and the program ends
//   end CODE             the program ends with this code and leaves the terminal as it was
// The exit code is 0 if all of it holds. For each `expect` it prints how long it took.
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#include <utmp.h>
#endif

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

constexpr int kSeconds = 120;  // for one expectation: the machine may have other things to do
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Without escape sequences and carriage returns.
std::string plain(const std::string& screen) {
  std::string text;
  for (std::size_t i = 0; i < screen.size(); ++i) {
    if (screen[i] == '\033' && i + 1 < screen.size() && screen[i + 1] == '[') {
      for (i += 2; i < screen.size() && (screen[i] < '@' || screen[i] > '~');) ++i;
    } else if (screen[i] != '\r') {
      text += screen[i];
    }
  }
  return text;
}

class Terminal {
 public:
  explicit Terminal(char** command) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = 80;
    if (openpty(&master_, &slave_, nullptr, nullptr, &size) != 0) fail("there is no terminal");
    tcgetattr(slave_, &before_);
    child_ = fork();
    if (child_ == 0) {
      close(master_);
      login_tty(slave_);
      setenv("TERM", "xterm", 1);
      execvp(command[0], command);
      _exit(127);
    }
  }

  void step(const std::string& line) {
    std::istringstream words(line);
    std::string what, rest;
    words >> what;
    std::getline(words >> std::ws, rest);
    if (what == "expect") {
      expect(rest);
    } else if (what == "never") {
      read_for(0);
      if (plain(screen_).find(rest) != std::string::npos) fail("must not be there: " + rest);
    } else if (what == "forget") {
      screen_.clear();
      found_ = 0;
    } else if (what == "colour") {
      const bool is = screen_.find("\033[3") != std::string::npos;
      if (is != (rest == "yes")) fail("colour: " + rest);
    } else if (what == "keep") {
      read_for(0);
      std::ofstream file(rest, std::ios::binary);
      if (!(file << screen_).flush()) fail("cannot write " + rest);
    } else if (what == "fits") {
      fits();
    } else if (what == "size") {
      winsize size{};
      std::istringstream(rest) >> size.ws_row >> size.ws_col;
      ioctl(master_, TIOCSWINSZ, &size);
    } else if (what == "type") {
      std::string keys;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        keys += rest[i] == '^' ? static_cast<char>(rest[++i] - '@') : rest[i];
      }
      if (write(master_, keys.data(), keys.size()) < 0) fail("cannot type");
    } else if (what == "do") {
      run(rest);
    } else if (what == "stopped") {
      wait_for(WUNTRACED);
      check_mode();
    } else if (what == "continue") {
      kill(child_, SIGCONT);
    } else if (what == "hang") {
      close(master_);
      close(slave_);
      master_ = -1;
      wait_for(0);
      child_ = 0;
    } else if (what == "end") {
      end(std::atoi(rest.c_str()));
    } else if (!what.empty()) {
      fail("what is this? " + line);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message) {
    std::cout << "FAILED: " << message << "\nthe screen was:\n" << plain(screen_) << std::endl;
    if (child_ > 0) kill(child_, SIGKILL);
    std::exit(1);
  }

  void run(const std::string& command) {
    const pid_t shell = fork();
    if (shell == 0) {
      execlp("bash", "bash", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    int status = 1;
    if (waitpid(shell, &status, 0) < 0 || status != 0) fail("failed: " + command);
  }

  void read_for(int milliseconds) {
    pollfd readable{master_, POLLIN, 0};
    while (poll(&readable, 1, milliseconds) > 0) {
      char bytes[4096];
      const ssize_t count = read(master_, bytes, sizeof bytes);
      if (count <= 0) return;
      screen_.append(bytes, static_cast<std::size_t>(count));
      milliseconds = 0;
    }
  }

  void expect(const std::string& words) {
    const auto begin = Clock::now();
    std::size_t at;
    while ((at = plain(screen_).find(words, found_)) == std::string::npos) {
      if (since(begin) > kSeconds) fail("expected: " + words);
      read_for(50);
    }
    found_ = at + words.size();
    std::printf("%6.2f s  %s\n", since(begin), words.c_str());
  }

  void fits() {
    read_for(200);
    winsize size{};
    ioctl(master_, TIOCGWINSZ, &size);
    const std::size_t cleared = screen_.rfind("\033[2J");
    std::istringstream lines(plain(cleared == std::string::npos ? "" : screen_.substr(cleared)));
    int rows = 0;
    for (std::string line; std::getline(lines, line); ++rows) {
      const auto width =
          std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
      rows += static_cast<int>(std::max<long>(width - 1, 0)) / size.ws_col;
    }
    if (rows == 0 || rows >= size.ws_row) fail(std::to_string(rows) + " rows do not fit");
  }

  /// Waits until the program has ended or, with WUNTRACED, stopped.
  int wait_for(int options) {
    const auto begin = Clock::now();
    int status = 0;
    while (waitpid(child_, &status, WNOHANG | options) == 0) {
      if (since(begin) > kSeconds) fail("it goes on");
      read_for(20);
    }
    return status;
  }

  void check_mode() {
    termios after{};
    tcgetattr(slave_, &after);
    if (after.c_lflag != before_.c_lflag || after.c_iflag != before_.c_iflag ||
        after.c_oflag != before_.c_oflag) {
      fail("the terminal is not as it was");
    }
  }

  void end(int code) {
    const int status = wait_for(0);
    child_ = 0;
    read_for(0);
    const int got = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (got != code) fail("it ended with " + std::to_string(got));
    check_mode();
  }

  int master_ = -1, slave_ = -1;
  pid_t child_ = 0;
  termios before_{};
  std::string screen_;
  std::size_t found_ = 0;  // in the plain screen
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: in_terminal PROGRAM [ARGUMENT]... <SCRIPT\n";
    return 2;
  }
  Terminal terminal(argv + 1);
  for (std::string line; std::getline(std::cin, line);) terminal.step(line);
  return 0;
}
