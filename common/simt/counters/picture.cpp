#include "counters/picture.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/settings.h"
#include "base/svg.h"
#include "base/symbols.h"
#include "counters/request.h"
#include "counters/sites.h"

namespace simt {
namespace {

constexpr int kMargin = kSvgMargin, kHeader = kSvgHeader;

/// "3", "0–31" or "1, 9 …": the lanes that share a word.
std::string lanes_text(const std::vector<int>& lanes) {
  const int first = lanes.front(), last = lanes.back();
  const int count = static_cast<int>(lanes.size());
  if (count == 1) return std::to_string(first);
  if (last - first + 1 == count) return std::to_string(first) + "–" + std::to_string(last);
  return std::to_string(first) + (count == 2 ? "," : "…") + std::to_string(last);
}

}  // namespace

std::string draw_sectors(const Sample& sample, const std::string& title) {
  constexpr int kWord = 18, kGap = 8, kSectorsPerRow = 4, kRowHeight = 44;
  const unsigned bytes = access_of(sample.key).bytes();
  std::set<std::uint64_t> sectors;
  std::map<std::uint64_t, std::vector<int>> lanes_of_word;
  for (unsigned i = 0; i < sample.count; ++i) {
    sectors.insert(sample.addresses[i] / kSectorBytes);
    for (std::uint64_t word = sample.addresses[i] / 4;
         word <= (sample.addresses[i] + bytes - 1) / 4; ++word) {
      lanes_of_word[word].push_back(sample.lanes[i]);
    }
  }
  const int rows = (static_cast<int>(sectors.size()) + kSectorsPerRow - 1) / kSectorsPerRow;
  const int width = 2 * kMargin + kSectorsPerRow * (8 * kWord + kGap);
  const int height = kHeader + kMargin + rows * kRowHeight;
  const double useful = 100.0 * 4.0 * static_cast<double>(lanes_of_word.size()) /
                        (32.0 * static_cast<double>(sectors.size()));
  std::ostringstream text;
  text.precision(3);
  text << sample.count << " lanes (numbered) of " << bytes << " bytes: " << sectors.size()
       << (sectors.size() == 1 ? " sector, " : " sectors, ") << useful << " % of "
       << (sectors.size() == 1 ? "its" : "their") << " bytes are used";
  std::ostringstream svg;
  svg << svg_begin(width, height, title, text.str());
  int index = 0;
  const std::uint64_t start = *sectors.begin();
  for (const std::uint64_t sector : sectors) {
    const int x = kMargin + index % kSectorsPerRow * (8 * kWord + kGap);
    const int y = kHeader + kMargin + index / kSectorsPerRow * kRowHeight;
    svg << "<text x=\"" << x << "\" y=\"" << y - 3 << "\">sector +" << sector - start
        << "</text>\n";
    for (int w = 0; w < 8; ++w) {
      const auto it = lanes_of_word.find(sector * 8 + static_cast<std::uint64_t>(w));
      const bool used = it != lanes_of_word.end();
      svg_box(svg, used ? "used" : "unused", x + w * kWord, y, kWord, 18,
              used ? lanes_text(it->second) : std::string());
    }
    svg << "<rect class=\"frame\" x=\"" << x << "\" y=\"" << y << "\" width=\"" << 8 * kWord
        << "\" height=\"18\"/>\n";
    ++index;
  }
  svg << "</svg>\n";
  return svg.str();
}

std::string draw_banks(const Sample& sample, const std::string& title) {
  constexpr int kBank = 20, kCell = 18;
  const unsigned bytes = access_of(sample.key).bytes();
  // Loads of one word are served at once, atomic operations on it one by one.
  const bool is_atomic = access_of(sample.key).op() == Op::kAtomic;
  std::map<std::uint64_t, std::vector<int>> words_of_bank[32];
  for (unsigned i = 0; i < sample.count; ++i) {
    for (std::uint64_t word = sample.addresses[i] / 4;
         word <= (sample.addresses[i] + bytes - 1) / 4; ++word) {
      words_of_bank[word % 32][is_atomic ? word * 32 + sample.lanes[i] : word].push_back(
          sample.lanes[i]);
    }
  }
  std::size_t most = 1;
  for (const auto& words : words_of_bank) most = std::max(most, words.size());
  const int width = 2 * kMargin + 32 * kBank;
  const int height = kHeader + 2 * kMargin + static_cast<int>(most) * kCell;
  std::ostringstream svg;
  svg << svg_begin(width, height, title,
                   std::to_string(sample.count) + " lanes (numbered) of " + std::to_string(bytes) +
                       " bytes: no bank is asked for more than " + std::to_string(most) +
                       (is_atomic   ? " atomic operation"
                        : most == 1 ? " word"
                                    : " different word") +
                       (most == 1 ? "" : "s, which it serves one by one"));
  for (int bank = 0; bank < 32; ++bank) {
    const int x = kMargin + bank * kBank;
    svg << "<text class=\"small\" x=\"" << x + kBank / 2 << "\" y=\"" << kHeader + kMargin - 4
        << "\">" << bank << "</text>\n";
    int row = 0;
    for (const auto& [word, lanes] : words_of_bank[bank]) {
      const char* kind = words_of_bank[bank].size() == 1   ? "way1"
                         : words_of_bank[bank].size() == 2 ? "way2"
                                                           : "way3";
      svg_box(svg, kind, x + 1, kHeader + kMargin + row * kCell, kBank - 2, kCell - 2,
              lanes_text(lanes));
      ++row;
    }
    if (row == 0) svg_box(svg, "unused", x + 1, kHeader + kMargin, kBank - 2, kCell - 2, "");
  }
  svg << "</svg>\n";
  return svg.str();
}

namespace {

/// What a file name can hold of `text`.
std::string file_part(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    if (plain) {
      result += c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result;
}

}  // namespace

void write_pictures(std::vector<Sample> samples, const std::string& kernel, std::uint64_t launch) {
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.key < b.key; });
  std::map<std::string, int> names;
  for (const Sample& sample : samples) {
    const Access access = access_of(sample.key);
    if (access.space() != Space::kGlobal && access.space() != Space::kShared) continue;
    const std::string line = source_line(pc_of(sample.key));
    const std::string short_line = line.substr(line.rfind('/') + 1);
    std::string name = file_part(std::to_string(launch) + "-" + kernel + "-" + short_line + "-" +
                                 access_name(access));
    if (const int times = ++names[name]; times > 1) name += "-" + std::to_string(times);
    const std::string path = settings().picture_folder + "/" + name + ".svg";
    const std::string title = kernel + ", " + short_line + ", " + access_name(access);
    std::ofstream file(path);
    file << (access.space() == Space::kShared ? draw_banks(sample, title)
                                              : draw_sectors(sample, title));
    if (!file) std::fprintf(stderr, "simt: SIMT_PICTURE: cannot write %s\n", path.c_str());
  }
}

}  // namespace simt
