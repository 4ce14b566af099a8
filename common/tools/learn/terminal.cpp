#include "terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace learn {

namespace {

volatile std::sig_atomic_t interrupted = 0, resized = 0, suspended = 0;

void note(int signal) {
  if (signal == SIGWINCH || signal == SIGCONT) {
    resized = 1;
  } else if (signal == SIGTSTP) {
    suspended = 1;
  } else {
    interrupted = 1;
  }
}

}  // namespace

bool is_terminal() {
  static const bool is = [] {
    const char* const kind = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && kind != nullptr && std::strcmp(kind, "dumb") != 0;
  }();
  return is;
}

std::string paint(Color color, const std::string& text) {
  static const bool colours = [] {
    const char* const none = std::getenv("NO_COLOR");
    return is_terminal() && (none == nullptr || *none == '\0');
  }();
  if (!colours) return text;
  const char* const codes[] = {"1", "2", "31", "32", "33"};
  return std::string("\033[") + codes[static_cast<int>(color)] + "m" + text + "\033[0m";
}

Size window() {
  winsize size{};
  if (!is_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
  return {std::max<int>(size.ws_row, 5), std::max<int>(size.ws_col, 20)};
}

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT}) {
    sigaction(signal, &action, nullptr);
  }
}

bool is_interrupted() { return interrupted != 0; }

bool is_resized() {
  const bool is = resized != 0;
  resized = 0;
  return is;
}

Keys::Keys() {
  // A program in the background would be stopped as soon as it changes the terminal.
  exist_ = is_terminal() && tcgetpgrp(STDIN_FILENO) == getpgrp() &&
           tcgetattr(STDIN_FILENO, &before_) == 0;
  if (!exist_) return;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, nullptr);
  set_mode();
}

Keys::~Keys() {
  if (exist_) tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

void Keys::set_mode() const {
  termios mode = before_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

char Keys::wait(int milliseconds) {
  if (suspended != 0) {  // Ctrl-Z: the shell gets its terminal as it was
    suspended = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    raise(SIGSTOP);
    set_mode();
    resized = 1;
  }
  pollfd readable{exist_ ? STDIN_FILENO : -1, POLLIN, 0};
  if (poll(&readable, 1, milliseconds) <= 0) return 0;
  char key = 0;
  if (read(STDIN_FILENO, &key, 1) == 0) exist_ = false;  // the terminal is gone
  return key;
}

}  // namespace learn
