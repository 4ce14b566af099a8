#include "counters/sites.h"

#include <algorithm>

namespace simt {
namespace {

/// Key of the mark that an array is in local memory: a site without requests.
std::uint64_t local_array_key(std::uint64_t number) {
  return number << 48 | Access(Op::kBlock, Space::kLocal, 0).bits;
}

}  // namespace

const char* access_name(Access access) {
  static constexpr const char* kNames[][3] = {
      {"global load", "global store", "global atomic"},
      {"shared load", "shared store", "shared atomic"},
      {"constant load", "", ""},
      {"texture fetch", "", ""},
      {"local load", "local store", "local atomic"},
      {"cluster load", "cluster store", "cluster atomic"},
      {"tile load", "tile store", "tile atomic"},
  };
  return kNames[static_cast<int>(access.space())][static_cast<int>(access.op())];
}

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
    mine.masked += site.masked;
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

void SiteTable::mark_local_array(std::uint64_t number) { ++(*this)[local_array_key(number)].units; }

void SiteTable::drop_unproven_local_arrays() {
  for (std::uint32_t i = 0; i < capacity_; ++i) {
    Site& site = sites_[i];
    if (site.requests == 0 || access_of(site.key).space() != Space::kLocal) continue;
    if (!contains(local_array_key(array_number_of(site.key)))) site.requests = 0;
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

}  // namespace simt
