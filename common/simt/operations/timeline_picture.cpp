#include "operations/timeline_picture.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

#include "base/svg.h"

namespace simt {
namespace {

/// More would be no picture any more.
constexpr std::size_t kMostOperations = 2000;

const char* class_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::kKernel:
      return "way1";
    case OperationKind::kCopyToDevice:
    case OperationKind::kPrefetchToDevice:
      return "used";
    case OperationKind::kCopyToHost:
    case OperationKind::kPrefetchToHost:
      return "way2";
    case OperationKind::kHostFunction:
      return "way3";
    default:
      return "unused";
  }
}

std::string lane_name(const TimelineOperation& operation) {
  if (operation.stream == 0) return "host";
  if (operation.stream_line.empty() && operation.stream == 1) return "default stream";
  const std::string& line = operation.stream_line;
  const std::string number = "stream " + std::to_string(operation.stream);
  return line.empty() ? number : number + ", " + line.substr(line.rfind('/') + 1);
}

std::string steps_text(long long steps) {
  return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

std::string csv_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

/// A stream's place in the picture.
struct Lane {
  std::string name;
  std::vector<long long> row_ends;  ///< of the last operation in each row
  int y = 0;
};

class Picture {
 public:
  Picture(const std::vector<TimelineOperation>& operations, long long first, long long last)
      : all_(operations),
        count_(std::min(operations.size(), kMostOperations)),
        first_(first),
        last_(first),
        rows_(count_, kNowhere) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (all_[i].start < first || all_[i].end > last) continue;
      rows_[i] = 0;
      last_ = std::max(last_, all_[i].end);
    }
    scale_ = std::clamp(720.0 / static_cast<double>(std::max(last_ - first_, 1ll)), 0.05, 80.0);
    place();
  }

  std::string text() {
    const int width = std::max(static_cast<int>(x_of(last_)), left_ + kLegend) + 40;
    const std::string steps =
        first_ == 0 ? steps_text(last_)
                    : "Steps " + std::to_string(first_) + " to " + std::to_string(last_);
    std::ostringstream svg;
    svg << std::fixed << std::setprecision(1)
        << svg_begin(width, height_, "What an ideal device does when",
                     steps +
                         " of 64 KiB; one copy engine in each direction; kernels "
                         "side by side while they fit" +
                         (count_ < all_.size()
                              ? "; only the first " + std::to_string(count_) + " operations"
                              : ""))
        << "<style>\n.arrow { fill: none; stroke: #57606a; }\n.tip { fill: #57606a; }\n"
           ".grid { stroke: #afb8c1; stroke-dasharray: 2 3; }\n.small { font-size: 11px; }\n"
           "@media (prefers-color-scheme: dark) { .arrow { stroke: #8b949e; } .tip { fill: "
           "#8b949e; } }\n</style>\n<defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"6\" "
           "refY=\"3\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path class=\"tip\" "
           "d=\"M0 0 L6 3 L0 6 z\"/></marker></defs>\n";
    draw_axis(svg);
    for (const auto& [stream, lane] : lanes_) {
      svg << "<text x=\"" << kSvgMargin << "\" y=\"" << lane.y + 14 << "\">"
          << svg_escaped(lane.name) << "</text>\n";
    }
    for (std::size_t i = 0; i < count_; ++i) draw_operation(svg, i);
    for (std::size_t i = 0; i < count_; ++i) draw_arrows(svg, i);
    draw_legend(svg);
    svg << "</svg>\n";
    return svg.str();
  }

 private:
  static constexpr int kRow = 24, kBox = 20, kTop = kSvgHeader + 24, kNowhere = -1;
  static constexpr int kLegend = 4 * 110 + 140;  ///< its width
  static constexpr double kCharacter = 6.0;      ///< width of one, at 11 pixels

  bool is_shown(std::size_t i) const { return rows_[i] != kNowhere; }

  void place() {
    for (std::size_t i = 0; i < count_; ++i) {
      if (!is_shown(i)) continue;
      const std::string& name = lanes_[all_[i].stream].name = lane_name(all_[i]);
      left_ = std::max(
          left_, 2 * kSvgMargin + static_cast<int>(kCharacter * static_cast<double>(name.size())));
    }
    for (std::size_t i = 0; i < count_; ++i) {
      if (!is_shown(i)) continue;
      auto& ends = lanes_[all_[i].stream].row_ends;
      std::size_t row = 0;
      if (all_[i].end > all_[i].start) {
        while (row < ends.size() && ends[row] > all_[i].start) ++row;
      }
      if (row >= ends.size()) ends.resize(row + 1);
      ends[row] = std::max(ends[row], all_[i].end);
      rows_[i] = static_cast<int>(row);
    }
    height_ = kTop;
    for (auto& [stream, lane] : lanes_) {
      lane.y = height_;
      height_ += static_cast<int>(lane.row_ends.size()) * kRow + 8;
    }
    legend_y_ = height_ + 8;
    height_ += 40;
  }

  double x_of(long long step) const { return left_ + static_cast<double>(step - first_) * scale_; }
  int y_of(std::size_t i) const { return lanes_.at(all_[i].stream).y + rows_[i] * kRow; }

  void draw_axis(std::ostringstream& svg) const {
    long long between = 1;  // then 2, 5, 10, 20, …
    for (int i = 0; static_cast<double>(between) * scale_ < 40; ++i) {
      between = i % 3 == 1 ? between / 2 * 5 : between * 2;
    }
    const long long tick = (first_ + between - 1) / between * between;
    for (long long step = tick; step <= last_; step += between) {
      svg << "<line class=\"grid\" x1=\"" << x_of(step) << "\" y1=\"" << kTop - 6 << "\" x2=\""
          << x_of(step) << "\" y2=\"" << legend_y_ - 10 << "\"/><text class=\"small\" x=\""
          << x_of(step) << "\" y=\"" << kTop - 9 << "\">" << step << "</text>\n";
    }
  }

  void draw_operation(std::ostringstream& svg, std::size_t i) const {
    const TimelineOperation& operation = all_[i];
    if (operation.kind == OperationKind::kMarker || !is_shown(i)) return;
    const double x = x_of(operation.start);
    const int y = y_of(i);
    svg << "<g><title>" << svg_escaped(operation.name) << ", " << kind_name(operation.kind) << ", "
        << svg_escaped(operation.line);
    if (operation.end == operation.start) {
      svg << ", step " << operation.start << "</title><circle class=\"frame\" cx=\"" << x
          << "\" cy=\"" << y + kBox / 2 << "\" r=\"3\"/></g>\n";
      return;
    }
    const double width = x_of(operation.end) - x;
    svg << ", steps " << operation.start << " to " << operation.end << "</title>";
    const bool fits = kCharacter * static_cast<double>(operation.name.size()) < width - 4;
    svg_box(svg, class_of(operation.kind), x, y, width, kBox,
            fits ? operation.name : std::string());
    svg << "</g>\n";
  }

  /// To what is in another lane, or in another row.
  void draw_arrows(std::ostringstream& svg, std::size_t i) const {
    const TimelineOperation& to = all_[i];
    if (to.kind == OperationKind::kMarker || !is_shown(i)) return;
    for (const std::size_t earlier : to.after) {
      const TimelineOperation& from = all_[earlier];
      const bool is_plain = from.stream == to.stream && rows_[earlier] == rows_[i];
      // All later operations follow the host's waiting; of what it waits for, only the last is drawn.
      const bool is_hosts = from.stream == 0 || (to.stream == 0 && from.end < to.start);
      if (is_plain || is_hosts || from.kind == OperationKind::kMarker || !is_shown(earlier))
        continue;
      svg << "<path class=\"arrow\" marker-end=\"url(#tip)\" d=\"M" << x_of(from.end) << ' '
          << y_of(earlier) + kBox / 2 << " L" << x_of(to.start) << ' ' << y_of(i) + kBox / 2
          << "\"/>\n";
    }
  }

  void draw_legend(std::ostringstream& svg) const {
    const OperationKind kinds[] = {OperationKind::kCopyToDevice, OperationKind::kKernel,
                                   OperationKind::kCopyToHost, OperationKind::kHostFunction};
    int x = left_;
    for (const OperationKind kind : kinds) {
      svg_box(svg, class_of(kind), x, legend_y_, 12, 12, "");
      svg << "<text x=\"" << x + 16 << "\" y=\"" << legend_y_ + 10 << "\">" << kind_name(kind)
          << "</text>\n";
      x += 110;
    }
    svg_box(svg, "unused", x, legend_y_, 12, 12, "");
    svg << "<text x=\"" << x + 16 << "\" y=\"" << legend_y_ + 10
        << "\">memset, other copies</text>\n";
  }

  const std::vector<TimelineOperation>& all_;
  const std::size_t count_;
  const long long first_;
  long long last_;
  std::vector<int> rows_;  ///< of each operation in its lane; kNowhere if it is not shown
  int left_ = 100;         ///< where the first step begins
  double scale_ = 1;
  std::map<unsigned long long, Lane> lanes_;
  int height_ = 0, legend_y_ = 0;
};

}  // namespace

const char* kind_name(OperationKind kind) {
  static constexpr const char* kNames[] = {
      "kernel",           "copy to device", "copy to host",
      "copy inside",      "copy on host",   "prefetch to device",
      "prefetch to host", "memset",         "host function",
      "allocation",       "release",        "event record",
      "event wait",       "marker",         "host waits",
      "host code",        "condition"};
  return kNames[static_cast<int>(kind)];
}

std::string draw_timeline(const std::vector<TimelineOperation>& operations, long long first,
                          long long last) {
  return Picture(operations, first, last).text();
}

std::string timeline_table(const std::vector<TimelineOperation>& operations) {
  std::ostringstream table;
  table << "number,kind,name,line,stream,start,end,bytes,after\n";
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const TimelineOperation& operation = operations[i];
    table << i + 1 << ',' << kind_name(operation.kind) << ',' << csv_text(operation.name) << ','
          << csv_text(operation.line) << ',' << operation.stream << ',' << operation.start << ','
          << operation.end << ',' << operation.bytes << ',';
    for (std::size_t k = 0; k < operation.after.size(); ++k) {
      table << (k > 0 ? " " : "") << operation.after[k] + 1;
    }
    table << '\n';
  }
  return table.str();
}

}  // namespace simt
