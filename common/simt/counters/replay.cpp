#include "counters/replay.h"

#include <algorithm>
#include <bit>

#include "counters/request.h"

namespace simt {
namespace {

/// Key of the note that an array is in local memory: a site without requests.
std::uint64_t note_of(std::uint64_t number) {
  return number << 48 | Access(Op::kBlock, Space::kLocal, 0).bits;
}

}  // namespace

SiteTable::SiteTable() : capacity_(256), sites_(new Site[256]) {}

Site& SiteTable::operator[](std::uint64_t key) {
  const std::uint32_t mask = capacity_ - 1;
  std::uint32_t i = slot_of(key);
  while (sites_[i].key != key) {
    if (sites_[i].key == 0) {
      if (++used_ * 2 > capacity_) {
        grow();
        return (*this)[key];
      }
      sites_[i].key = key;
      break;
    }
    i = (i + 1) & mask;
  }
  return sites_[i];
}

void SiteTable::grow() {
  std::unique_ptr<Site[]> old = std::move(sites_);
  const std::uint32_t old_capacity = capacity_;
  capacity_ *= 2;
  used_ = 0;
  sites_.reset(new Site[capacity_]);
  for (std::uint32_t i = 0; i < old_capacity; ++i) {
    if (old[i].key != 0) (*this)[old[i].key] = old[i];
  }
}

void SiteTable::add(const SiteTable& other) {
  for (std::uint32_t i = 0; i < other.capacity_; ++i) {
    const Site& site = other.sites_[i];
    if (site.key == 0) continue;
    Site& mine = (*this)[site.key];
    mine.requests += site.requests;
    mine.lanes += site.lanes;
    mine.units += site.units;
    mine.minimum += site.minimum;
  }
  samples_.insert(samples_.end(), other.samples_.begin(), other.samples_.end());
}

void SiteTable::clear() {
  for (std::uint32_t i = 0; i < capacity_; ++i) sites_[i] = Site();
  used_ = 0;
  samples_.clear();
}

bool SiteTable::contains(std::uint64_t key) const {
  for (std::uint32_t i = slot_of(key); sites_[i].key != 0; i = (i + 1) & (capacity_ - 1)) {
    if (sites_[i].key == key) return true;
  }
  return false;
}

void SiteTable::note_local_array(std::uint64_t number) { ++(*this)[note_of(number)].units; }

void SiteTable::drop_unproven_local_arrays() {
  for (std::uint32_t i = 0; i < capacity_; ++i) {
    Site& site = sites_[i];
    if (site.requests == 0 || access_of(site.key).space() != Space::kLocal) continue;
    if (!contains(note_of(array_number_of(site.key)))) site.requests = 0;
  }
}

void SiteTable::add_sample(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                           const std::uint8_t* lanes) {
  Sample sample;
  sample.key = key;
  sample.count = count;
  std::copy_n(addresses, count, sample.addresses);
  std::copy_n(lanes, count, sample.lanes);
  samples_.push_back(sample);
}

namespace {

/// So many events before it is needed, what is known about an event's memory is fetched.
constexpr std::ptrdiff_t kAhead = 8;

void prefetch(const TraceEvent& event) {
  const Access access = access_of(event.key);
  if (access.op() == Op::kBlock || access.space() != Space::kGlobal) return;
  const std::uintptr_t address = event.address & kAddressMask;
  __builtin_prefetch(&unit_of(address), 1);
  if (access.op() == Op::kStore) __builtin_prefetch(values_of(address), 1);
}

void count_local_request(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                         const std::uint8_t* lane_of, SiteTable& sites) {
  Site& site = sites[local_site_of(key, addresses[0])];
  const unsigned bytes = access_of(key).bytes();
  site.requests += bytes < 4 ? 1 : bytes / 4;  // every word of a wider access is a request
  site.lanes += count;
  site.units += count_local_sectors(addresses, lane_of, count, bytes);
  for (unsigned i = 1; i < count; ++i) {
    // Lanes with different indices: none that the compiler could know.
    if (addresses[i] != addresses[0]) {
      sites.note_local_array(addresses[0] >> 32);
      break;
    }
  }
}

/// How 32 lanes use memory, where that is simple.
enum class Shape { kRow, kSame, kOther };

/// @param addresses as in the events; of those that were seen before, nothing is known
Shape shape_of(const std::uint64_t* addresses, unsigned count, unsigned bytes) {
  if (count != 32) return Shape::kOther;
  const std::uint64_t step = (addresses[1] - addresses[0]) & kAddressMask;
  if (step != bytes && step != 0) return Shape::kOther;
  std::uint64_t difference = addresses[0] & kSeen;
  for (unsigned i = 0; i < 32; ++i) {
    difference |= (addresses[i] ^ (addresses[0] + i * step)) & (kSeen | kAddressMask);
  }
  return difference != 0 ? Shape::kOther : step == 0 ? Shape::kSame : Shape::kRow;
}

void note_accesses(const ReplaySink& to, std::uint64_t key, unsigned count,
                   const std::uint64_t* addresses, Shape shape) {
  const std::uint64_t site = site_of(key);
  const auto add = [&](std::uintptr_t begin, std::uintptr_t end) {
    to.accesses->add(site, begin, end);
    if (to.journal != nullptr) to.journal->add(site, begin, end, to.warp);
  };
  const unsigned bytes = access_of(key).bytes();
  if (shape != Shape::kOther) {
    return add(addresses[0], addresses[0] + (shape == Shape::kRow ? 32 : 1) * bytes);
  }
  for (unsigned i = 0; i < count;) {
    const std::uintptr_t begin = addresses[i];
    std::uintptr_t end = begin + bytes;
    while (++i < count && addresses[i] <= end && addresses[i] >= begin) {
      if (addresses[i] == end) end += bytes;
    }
    add(begin, end);
  }
}

/// @param addresses as in the events.
void count_request(std::uint64_t key, unsigned count, std::uint64_t* addresses,
                   const std::uint8_t* lane_of, const ReplaySink& to) {
  const Access access = access_of(key);
  SiteTable& sites = to.sites;
  if (access.space() == Space::kLocal) {
    count_local_request(key, count, addresses, lane_of, sites);
    return;
  }
  Site& site = sites[site_of(key)];
  ++site.requests;
  site.lanes += count;
  if (access.op() == Op::kBlock) {
    ++to.issued;
    return;
  }
  const bool is_global = access.space() == Space::kGlobal;
  const Shape shape = is_global ? shape_of(addresses, count, access.bytes()) : Shape::kOther;
  if (to.check != nullptr) {
    if (is_global) {
      to.check->request(key, to.warp, count, addresses, lane_of, shape == Shape::kRow);
    }
    for (unsigned i = 0; i < count; ++i) addresses[i] &= kAddressMask;
  }
  if (to.accesses != nullptr && (is_global || access.space() == Space::kConstant)) {
    note_accesses(to, key, count, addresses, shape);
  }
  if (to.writer != nullptr && is_global && access.op() != Op::kLoad) [[unlikely]] {
    note_writer(*to.writer, to.warp, count, addresses, lane_of, access.bytes());
  }
  if (access.space() != Space::kTexture && sites.keeps_samples() && site.requests == 1)
      [[unlikely]] {
    sites.add_sample(site.key, count, addresses, lane_of);
  }
  const bool atomic = access.op() == Op::kAtomic;
  switch (access.space()) {
    case Space::kGlobal:
    case Space::kDistributed:
      if (shape == Shape::kRow && !atomic) {
        site.units += (addresses[31] >> 5) - (addresses[0] >> 5) + 1;
      } else {
        site.units +=
            atomic ? count_atomic_sectors(addresses, count) : count_sectors(addresses, count);
      }
      break;
    case Space::kShared: {
      unsigned minimum = 0;
      site.units += atomic ? count_atomic_wavefronts(addresses, count, &minimum)
                           : count_wavefronts(addresses, lane_of, count, access.bytes(), &minimum);
      site.minimum += minimum;
      break;
    }
    case Space::kConstant:
      site.units += count_constant_addresses(addresses, count);
      break;
    case Space::kTexture:
    case Space::kLocal:
      break;
  }
}

}  // namespace

std::ptrdiff_t replay_uniform(const TraceEvent* events, std::ptrdiff_t lane_stride,
                              std::uint32_t lanes, std::ptrdiff_t length, const ReplaySink& to) {
  const unsigned count = static_cast<unsigned>(std::popcount(lanes));
  std::uint8_t lane_of[32];
  const TraceEvent* heads[32];
  unsigned next = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
    lane_of[next] = static_cast<std::uint8_t>(lane);
    heads[next++] = events + static_cast<std::ptrdiff_t>(lane) * lane_stride;
  }
  if (to.check != nullptr) {
    for (std::ptrdiff_t i = 0; i < kAhead && i < length; ++i) prefetch(heads[0][i]);
  }
  for (std::ptrdiff_t done = 0; done < length; ++done) {
    if (to.check != nullptr && done + kAhead < length) prefetch(heads[0][done + kAhead]);
    const std::uint64_t key = heads[0][done].key;
    std::uint64_t difference = 0;
    for (unsigned i = 1; i < count; ++i) difference |= heads[i][done].key ^ key;
    if (difference != 0) return done;
    std::uint64_t addresses[32];
    if (access_of(key).op() != Op::kBlock) {
      for (unsigned i = 0; i < count; ++i) addresses[i] = heads[i][done].address;
    }
    count_request(key, count, addresses, lane_of, to);
  }
  return length;
}

std::uint32_t replay(EventQueue (&queues)[32], std::uint32_t unfinished, const ReplaySink& to) {
  std::uint32_t active = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (queues[lane].head != queues[lane].end) active |= 1u << lane;
  }
  while (active != 0 && (unfinished & ~active) == 0) {
    std::uint64_t smallest = ~std::uint64_t{0};
    std::uint32_t group = 0;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t key = queues[lane].head->key;
      if (key < smallest) {
        smallest = key;
        group = 0;
      }
      if (key == smallest) group |= 1u << lane;
    }
    if (access_of(smallest).is_mask_query()) return group;
    std::uint64_t addresses[32];
    std::uint8_t lane_of[32];
    unsigned count = 0;
    for (std::uint32_t rest = group; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
      EventQueue& queue = queues[lane];
      lane_of[count] = static_cast<std::uint8_t>(lane);
      addresses[count++] = queue.head->address;
      if (++queue.head == queue.end) active &= ~(1u << lane);
    }
    count_request(smallest, count, addresses, lane_of, to);
  }
  return 0;
}

}  // namespace simt
