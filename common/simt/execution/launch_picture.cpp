#include "execution/launch_picture.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "base/svg.h"

namespace simt {
namespace {

/// Launches that are alike.
struct Branch {
  const LaunchNode* node = nullptr;
  std::size_t count = 0;
  std::size_t levels = 1;  ///< that each have launched only the next one, which is alike
  std::string key;         ///< what is alike
  std::vector<Branch> children;
};

std::string extent(const unsigned (&size)[3]) {
  std::string text = std::to_string(size[0]);
  if (size[1] > 1 || size[2] > 1) text += "×" + std::to_string(size[1]);
  if (size[2] > 1) text += "×" + std::to_string(size[2]);
  return text;
}

std::string title(const LaunchNode& node) {
  return node.name + "<<<" + extent(node.grid) + ", " + extent(node.block) + ">>>";
}

/// What it waits for, besides the launch itself.
std::string order(const LaunchNode& node) {
  switch (node.stream) {
    case LaunchStream::kHost:
      return "by the host";
    case LaunchStream::kTail:
      return node.waits ? "tail launch, after the one before"
                        : "tail launch, after all of the above";
    default:
      return std::string(stream_name(node.stream)) + (node.waits ? ", after the one before" : "");
  }
}

/// Puts the branch to one that is alike, if there is one. Tail launches come last.
void add_branch(std::vector<Branch>& to, Branch&& branch,
                std::map<std::string, std::size_t>& known) {
  const auto [it, is_new] = known.insert({branch.key, to.size()});
  if (is_new) {
    to.push_back(std::move(branch));
  } else {
    ++to[it->second].count;
  }
}

/// @param children in the order of their launches
Branch branch_of(const LaunchNode& node, std::vector<Branch>&& children) {
  Branch branch;
  branch.node = &node;
  branch.count = 1;
  std::map<std::string, std::size_t> known;
  for (Branch& child : children) add_branch(branch.children, std::move(child), known);
  const auto is_tail = [](const Branch& b) { return b.node->stream == LaunchStream::kTail; };
  std::stable_partition(branch.children.begin(), branch.children.end(),
                        [&](const Branch& b) { return !is_tail(b); });
  const auto is_like = [](const LaunchNode& a, const LaunchNode& b) {
    return title(a) == title(b) && order(a) == order(b) && a.line == b.line;
  };
  if (branch.children.size() == 1 && branch.children[0].count == 1 &&
      is_like(node, *branch.children[0].node)) {
    branch.levels += branch.children[0].levels;
    branch.children = std::vector<Branch>(std::move(branch.children[0].children));
  }
  branch.key =
      std::to_string(branch.levels) + title(node) + '|' + order(node) + '|' + node.line + '(';
  for (const Branch& child : branch.children) {
    branch.key += std::to_string(child.count) + child.key;
  }
  branch.key += ')';
  return branch;
}

/// The host's launches; those that follow one another and are alike are one.
std::vector<Branch> branches(const std::vector<LaunchNode>& nodes) {
  std::vector<Branch> roots;
  std::vector<std::vector<Branch>> children(nodes.size());  // the last one first
  std::vector<Branch> last_first;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    std::reverse(children[i].begin(), children[i].end());
    Branch branch = branch_of(nodes[i], std::move(children[i]));
    (nodes[i].parent == i ? last_first : children[nodes[i].parent]).push_back(std::move(branch));
  }
  for (auto root = last_first.rbegin(); root != last_first.rend(); ++root) {
    if (!roots.empty() && roots.back().key == root->key) {
      ++roots.back().count;
    } else {
      roots.push_back(std::move(*root));
    }
  }
  return roots;
}

std::string order_text(const Branch& branch) {
  return order(*branch.node) +
         (branch.levels > 1 ? ", " + std::to_string(branch.levels) + " levels of it" : "");
}

std::string count_text(const Branch& branch) {
  return branch.count > 1 ? std::to_string(branch.count) + " × " : "";
}

void write_lines(const std::vector<Branch>& children, const std::string& indent,
                 std::ostringstream& text) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const bool is_last = i + 1 == children.size();
    const Branch& child = children[i];
    text << indent << (is_last ? "└─ " : "├─ ") << count_text(child) << title(*child.node) << "  "
         << order_text(child) << '\n';
    write_lines(child.children, indent + (is_last ? "   " : "│  "), text);
  }
}

constexpr std::size_t kMaxRows = 80;

class Picture {
 public:
  explicit Picture(const std::vector<LaunchNode>& nodes) {
    int deepest = 0;
    std::size_t by_kernels = 0;
    for (const LaunchNode& node : nodes) {
      deepest = std::max(deepest, node.depth);
      by_kernels += node.depth > 0 ? 1 : 0;
    }
    for (const Branch& root : branches(nodes)) place(root, 0);
    const bool is_cut = rows_ > kMaxRows;
    const int height = kTop + static_cast<int>(std::min(rows_, kMaxRows)) * kRow + 40;
    svg_
        << svg_begin(std::max(width_, 560), height, "Who has launched whom",
                     std::to_string(by_kernels) + " launches by kernels, " +
                         std::to_string(deepest) + (deepest == 1 ? " level" : " levels") + " deep" +
                         (is_cut ? "; only the first lines" : ""))
        << "<style>\n.edge { fill: none; stroke: #57606a; }\n.wait { fill: none; stroke: #bc4c00; "
           "stroke-dasharray: 3 3; }\n.tip { fill: #bc4c00; }\n@media (prefers-color-scheme: dark) "
           "{ .edge { stroke: #8b949e; } }\n</style>\n<defs><marker id=\"tip\" viewBox=\"0 0 6 6\" "
           "refX=\"6\" refY=\"3\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path "
           "class=\"tip\" d=\"M0 0 L6 3 L0 6 z\"/></marker></defs>\n"
        << lines_.str() << boxes_.str();
    legend(height - 24);
    svg_ << "</svg>\n";
  }
  std::string text() const { return svg_.str(); }

 private:
  static constexpr int kTop = kSvgHeader + 8, kRow = 28, kBox = 20, kIndent = 36;

  static const char* class_of(LaunchStream stream) {
    switch (stream) {
      case LaunchStream::kHost:
        return "unused";
      case LaunchStream::kFireAndForget:
        return "way1";
      case LaunchStream::kTail:
        return "way2";
      default:
        return "used";
    }
  }
  static int x_of(int depth) { return kSvgMargin + depth * kIndent; }
  static int y_of(std::size_t row) { return kTop + static_cast<int>(row) * kRow; }

  /// @return its row
  std::size_t place(const Branch& branch, int depth) {
    const std::size_t row = rows_++;
    const int x = x_of(depth), y = y_of(row);
    if (row < kMaxRows) {
      const std::string label = count_text(branch) + title(*branch.node);
      std::size_t letters = 0;
      for (const char c : label) letters += (c & 0xc0) != 0x80 ? 1 : 0;
      const int width = 14 + static_cast<int>(6.2 * static_cast<double>(letters));
      boxes_ << "<g><title>" << svg_escaped(branch.node->line) << "</title>";
      svg_box(boxes_, class_of(branch.node->stream), x, y, width, kBox, label);
      boxes_ << "</g><text x=\"" << x + width + 8 << "\" y=\"" << y + 14 << "\">"
             << order_text(branch) << "</text>\n";
      width_ = std::max(width_, x + width + 240);
    }
    std::size_t before = row, last_above = row;
    for (std::size_t i = 0; i < branch.children.size(); ++i) {
      const Branch& child = branch.children[i];
      const std::size_t at = place(child, depth + 1);
      if (at >= kMaxRows) break;
      const int to_x = x_of(depth + 1), to_y = y_of(at) + kBox / 2;
      lines_ << "<path class=\"edge\" d=\"M" << x + 10 << ' ' << y + kBox << " V" << to_y << " H"
             << to_x << "\"/>\n";
      const bool is_tail = child.node->stream == LaunchStream::kTail;
      // A tail launch waits for all above, which the last of them stands for.
      if ((is_tail || child.node->waits) && i > 0) {
        const int from_y = y_of(is_tail && !child.node->waits ? last_above : before) + kBox;
        lines_ << "<path class=\"wait\" marker-end=\"url(#tip)\" d=\"M" << to_x + 22 << ' '
               << from_y << " V" << y_of(at) << "\"/>\n";
      }
      before = last_above = at;
    }
    return row;
  }

  void legend(int y) {
    int x = kSvgMargin;
    for (const LaunchStream stream : {LaunchStream::kHost, LaunchStream::kNull,
                                      LaunchStream::kFireAndForget, LaunchStream::kTail}) {
      svg_box(svg_, class_of(stream), x, y, 12, 12, "");
      svg_ << "<text x=\"" << x + 16 << "\" y=\"" << y + 10 << "\">" << stream_name(stream)
           << "</text>\n";
      x += 110;
    }
    svg_ << "<path class=\"wait\" marker-end=\"url(#tip)\" d=\"M" << x << ' ' << y + 6 << " H"
         << x + 28 << "\"/><text x=\"" << x + 34 << "\" y=\"" << y + 10 << "\">waits for</text>\n";
  }

  std::ostringstream svg_, lines_, boxes_;
  std::size_t rows_ = 0;
  int width_ = 0;
};

}  // namespace

std::string launch_tree(const std::vector<LaunchNode>& nodes) {
  std::ostringstream text;
  for (const Branch& root : branches(nodes)) {
    text << count_text(root) << title(*root.node) << "  " << order_text(root) << '\n';
    write_lines(root.children, "", text);
  }
  return text.str();
}

std::string draw_launches(const std::vector<LaunchNode>& nodes) { return Picture(nodes).text(); }

}  // namespace simt
