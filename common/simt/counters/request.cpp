#include "counters/request.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

/// Distinct values of `values[i] >> shift`. Values mostly ascend, so the scan for a value that was
/// seen before is the exception.
unsigned count_distinct(const std::uint64_t* values, unsigned count, unsigned shift) {
  std::uint64_t seen[32];
  unsigned distinct = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t value = values[i] >> shift;
    if (distinct > 0 && seen[distinct - 1] == value) continue;
    bool known = false;
    if (distinct > 0 && value < seen[distinct - 1]) {
      for (unsigned j = 0; j < distinct && !known; ++j) known = seen[j] == value;
    }
    if (!known) {
      // Keeps `seen` ascending, so that a value above its last one is new.
      unsigned j = distinct++;
      for (; j > 0 && seen[j - 1] > value; --j) seen[j] = seen[j - 1];
      seen[j] = value;
    }
  }
  return distinct;
}

/// Wavefronts of lanes that are served together: the most distinct words any bank must deliver.
unsigned wavefronts_of_group(const std::uint64_t* addresses, unsigned count, unsigned words) {
  std::uint64_t word_of_bank[32];
  std::uint32_t used_banks = 0;
  bool conflict = false;
  for (unsigned i = 0; i < count && !conflict; ++i) {
    for (unsigned w = 0; w < words; ++w) {
      const std::uint64_t word = (addresses[i] >> 2) + w;
      const unsigned bank = word % 32;
      if (used_banks >> bank & 1) {
        conflict |= word_of_bank[bank] != word;
      } else {
        used_banks |= 1u << bank;
        word_of_bank[bank] = word;
      }
    }
  }
  if (!conflict) return 1;
  unsigned most = 1;
  for (unsigned bank = 0; bank < 32; ++bank) {
    std::uint64_t in_bank[32 * 4];
    unsigned n = 0;
    for (unsigned i = 0; i < count; ++i) {
      for (unsigned w = 0; w < words; ++w) {
        const std::uint64_t word = (addresses[i] >> 2) + w;
        if (word % 32 != bank) continue;
        bool known = false;
        for (unsigned j = 0; j < n && !known; ++j) known = in_bank[j] == word;
        if (!known) in_bank[n++] = word;
      }
    }
    if (n > most) most = n;
  }
  return most;
}

/// How often each of the addresses occurs: `times[i]` says it of addresses[i] where that is the first
/// of its kind, and is 0 elsewhere. @return the largest.
unsigned count_repeats(const std::uint64_t* addresses, unsigned count, unsigned* times) {
  unsigned most = 0;
  for (unsigned i = 0; i < count; ++i) {
    unsigned first = 0;
    while (addresses[first] != addresses[i]) ++first;
    times[i] = 0;
    if (++times[first] > most) most = times[first];
  }
  return most;
}

}  // namespace

unsigned count_sectors(const std::uint64_t* addresses, unsigned count) {
  return count_distinct(addresses, count, 5);
}

unsigned count_wavefronts(const std::uint64_t* addresses, const std::uint8_t* lanes, unsigned count,
                          unsigned bytes, unsigned* minimum) {
  const unsigned words = bytes <= 4 ? 1 : bytes / 4;
  const unsigned group_lanes = 32 / words;
  unsigned wavefronts = 0;
  *minimum = 0;
  for (unsigned first = 0; first < count;) {
    unsigned last = first;
    while (last < count && lanes[last] / group_lanes == lanes[first] / group_lanes) ++last;
    wavefronts += wavefronts_of_group(addresses + first, last - first, words);
    ++*minimum;
    first = last;
  }
  return wavefronts;
}

unsigned count_sectors_of_row(std::uint64_t first, std::uint64_t step) {
  const auto signed_step = static_cast<std::int64_t>(step);
  if (signed_step >= 32 || signed_step <= -32) return 32;
  // No step is wider than a sector, so all sectors between the ends are among them.
  const std::uint64_t last = first + 31 * step;
  return static_cast<unsigned>(std::max(first, last) / kSectorBytes -
                               std::min(first, last) / kSectorBytes + 1);
}

unsigned count_sectors_of_runs(const LaneRuns& runs) {
  unsigned sectors = 0;
  std::uint64_t begin = 0, end = 0;  // of the last sectors side by side; all others are below
  for (const LaneRun& run : runs) {
    const std::uint64_t address = run.address & kAddressMask;
    const std::uint64_t first = address / kSectorBytes,
                        last = (address + (run.count - 1u) * run.step) / kSectorBytes;
    if (first < begin) return 0;
    if (first >= end) begin = end = first;
    if (last < end) continue;
    sectors += static_cast<unsigned>(last + 1 - end);
    end = last + 1;
  }
  return sectors;
}

bool has_conflicts(const LaneRuns& runs) {
  std::uint32_t used = 0;
  for (const LaneRun* run = runs.begin(); run != runs.end(); ++run) {
    const bool is_known = std::any_of(runs.begin(), run, [run](const LaneRun& other) {
      return other.address == run->address && other.count == run->count;
    });
    if (is_known) continue;
    const std::uint32_t words = run->step == 0 ? 1 : ~std::uint32_t{0} >> (32 - run->count);
    const std::uint32_t banks = std::rotl(words, static_cast<int>(run->address / 4 % 32));
    if ((used & banks) != 0) return true;
    used |= banks;
  }
  return runs.count == 0;
}

unsigned count_wavefronts_of_row(std::uint64_t step, unsigned bytes, unsigned* minimum) {
  const unsigned groups = bytes <= 4 ? 1 : bytes / 4;
  *minimum = groups;
  if (step == 0 || step == bytes || step == -std::uint64_t{bytes}) return groups;
  if (bytes > 4 || step % 4 != 0) return 0;
  // With a stride of `words`, gcd(words, 32) lanes share a bank.
  const std::uint64_t words = step / 4;
  return static_cast<unsigned>(std::min<std::uint64_t>(words & -words, 32));
}

unsigned count_atomic_sectors(const std::uint64_t* addresses, unsigned count) {
  unsigned times[32];
  const unsigned rounds = count_repeats(addresses, count, times);
  unsigned sectors = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    std::uint64_t left[32];
    unsigned n = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (times[i] > round) left[n++] = addresses[i];
    }
    sectors += count_sectors(left, n);
  }
  return sectors;
}

unsigned count_atomic_wavefronts(const std::uint64_t* addresses, unsigned count,
                                 unsigned* minimum) {
  unsigned lanes_of_bank[32] = {};
  unsigned most = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned lanes = ++lanes_of_bank[addresses[i] / 4 % 32];
    if (lanes > most) most = lanes;
  }
  *minimum = 1;
  return most;
}

unsigned count_local_sectors(const std::uint64_t* addresses, const std::uint8_t* lanes,
                             unsigned count, unsigned bytes) {
  std::uint64_t seen[32 * 4];
  unsigned sectors = 0;
  for (unsigned i = 0; i < count; ++i) {
    for (std::uint64_t word = addresses[i] / 4; word <= (addresses[i] + bytes - 1) / 4; ++word) {
      const std::uint64_t sector = word * 4 + lanes[i] / 8;
      if (std::find(seen, seen + sectors, sector) == seen + sectors) seen[sectors++] = sector;
    }
  }
  return sectors;
}

unsigned count_constant_addresses(const std::uint64_t* addresses, unsigned count) {
  return count_distinct(addresses, count, 2);
}

}  // namespace simt
