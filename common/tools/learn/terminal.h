// The terminal: colours, its size, single keys, and the signals that come from it. What is not a
// terminal gets plain text.
#pragma once

#include <termios.h>

#include <string>

namespace learn {

enum class Color { kBold, kDim, kRed, kGreen, kYellow };

/// Whether stdout is a terminal that can be drawn on.
bool is_terminal();
/// The text in a colour; as it is in a pipe and with NO_COLOR.
std::string paint(Color color, const std::string& text);

struct Size {
  int rows = 24, columns = 80;
};
/// The window's, as it is now. Text in a pipe is 80 columns wide.
Size window();

/// Ctrl-C, a closed terminal and a new size set a flag from here on.
void catch_signals();
bool is_interrupted();
inline bool not_interrupted() { return !is_interrupted(); }
/// Whether the window has changed, or the program is in the foreground again, since the last call.
bool is_resized();

/// Keys come one by one, without echo, as long as this lives. Ctrl-C and Ctrl-Z work as ever.
class Keys {
 public:
  Keys();
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Whether there are keys at all: not if the input is a pipe or a terminal in the background.
  bool exist() const { return exist_; }
  /// Waits for a key.
  /// @return 0 if none came
  char wait(int milliseconds);

 private:
  void set_mode() const;
  bool exist_ = false;
  termios before_{};
};

}  // namespace learn
