#include "operations/operation_races.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

#include "base/error.h"

namespace simt {
namespace {

/// So many recent footprints are compared for an equal one.
constexpr std::size_t kRecent = 4;

std::string text_of(const RaceSide& a, const RaceSide& b, std::uintptr_t address) {
  return a.operation->number < b.operation->number ? race_text(a, b, address)
                                                   : race_text(b, a, address);
}

bool are_ordered(const Operation& a, const Operation& b) {
  return a.happens_after(b) || b.happens_after(a);
}

}  // namespace

void OperationRaces::add(const OperationPtr& operation, std::uint64_t issued) {
  if (operation->footprint.is_empty() || has_reported_) return;
  auto& history = history_of(operation->chain);
  auto place = history.end();
  while (place != history.begin() &&
         std::prev(place)->operation->timestamp() > operation->timestamp()) {
    --place;
  }
  const auto before = static_cast<std::size_t>(place - history.begin());
  for (std::size_t i = 1; i <= std::min(kRecent, before) && operation->used == nullptr; ++i) {
    const auto& recent = history[before - i].operation->used;
    if (*recent == operation->footprint) operation->used = recent;
  }
  if (operation->used == nullptr) {
    operation->used = std::make_shared<Footprint>(std::move(operation->footprint));
  }
  operation->footprint = {};
  compare(operation, issued);
  if (operation->place.body != nullptr) compare_in_body(operation, issued);
  for (const OperationPtr& earlier : operation->concurrent) compare(earlier, operation, issued);
  history.insert(history.begin() + static_cast<std::ptrdiff_t>(before),
                 {operation, operation->used.get()});
}

std::deque<OperationRaces::Completed>& OperationRaces::history_of(std::uint32_t chain) {
  if (chain >= history_.size()) history_.resize(chain + 1);
  return history_[chain];
}

void OperationRaces::compare(const OperationPtr& operation, std::uint64_t issued) {
  for (std::uint32_t chain = 0; chain < history_.size(); ++chain) {
    if (chain == operation->chain) continue;
    const auto& history = history_[chain];
    const auto first = std::partition_point(
        history.begin(), history.end(),
        [&](const Completed& other) { return operation->happens_after(*other.operation); });
    const auto end = std::partition_point(first, history.end(), [&](const Completed& other) {
      return !other.operation->happens_after(*operation);
    });
    // Of those that have used the same, the first one is enough.
    const Footprint* seen[kRecent] = {};
    std::size_t next = 0;
    for (auto it = first; it != end; ++it) {
      if (std::find(std::begin(seen), std::end(seen), it->used) != std::end(seen)) continue;
      if (!compare(it->operation, operation, issued)) seen[next++ % kRecent] = it->used;
    }
  }
}

/// With those of the same run of a body, whose clocks are equal.
void OperationRaces::compare_in_body(const OperationPtr& operation, std::uint64_t issued) {
  const auto is_before = [](const Operation& a, const Operation& b) {
    return std::binary_search(b.before_in_body.begin(), b.before_in_body.end(), a.number);
  };
  std::vector<OperationPtr>& done = operation->place.body->done;
  for (const OperationPtr& other : done) {
    if (!is_before(*other, *operation) && !is_before(*operation, *other)) {
      compare(other, operation, issued);
    }
  }
  done.push_back(operation);
}

/// Whether the two communicate.
bool OperationRaces::compare(const OperationPtr& a, const OperationPtr& b, std::uint64_t issued) {
  const Interaction interaction = interaction_of(*a->used, *b->used, are_on_devices(*a, *b));
  if (interaction.communicates) communications_.emplace_back(a, b);
  if (!interaction.is_race) return interaction.communicates;
  const auto& [address, a_part, b_part] = interaction.race;
  Race race = {side_of(a, *a_part, address), side_of(b, *b_part, address), address, issued};
  if (a->number > b->number) std::swap(race.first, race.second);
  const auto place = std::find_if(races_.begin(), races_.end(),
                                  [&](const Race& other) { return race.key() < other.key(); });
  races_.insert(place, std::move(race));
  return interaction.communicates;
}

bool OperationRaces::is_ordered_by_communication(const OperationPtr& first,
                                                 const OperationPtr& second) const {
  std::vector<const Operation*> left = {first.get()};
  std::set<const Operation*> reached = {first.get()};
  const auto reaches = [](const Operation* from, const Operation* to) {
    return from == to || to->happens_after(*from);
  };
  while (!left.empty()) {
    const Operation* const from = left.back();
    left.pop_back();
    for (const auto& [a, b] : communications_) {
      if (reaches(from, a.get()) && reached.insert(b.get()).second) left.push_back(b.get());
      if (reaches(from, b.get()) && reached.insert(a.get()).second) left.push_back(a.get());
    }
  }
  reached.erase(first.get());
  return std::any_of(reached.begin(), reached.end(),
                     [&](const Operation* from) { return reaches(from, second.get()); });
}

void OperationRaces::report(const InFlight& in_flight) {
  while (!races_.empty()) {
    const Race& race = races_.front();
    const std::uint64_t last = std::max(race.second.operation->number, race.horizon);
    if (!in_flight.empty() && in_flight.begin()->first <= last) return;
    const OperationPtr& first = race.first.operation;
    const OperationPtr& second = race.second.operation;
    if (is_ordered_by_communication(first, second) || is_ordered_by_communication(second, first)) {
      races_.erase(races_.begin());
      continue;
    }
    // What the kernel would have got, had it come too early or too late.
    const bool is_memory = race.first.is_memory() || race.second.is_memory();
    kernel_failed({is_memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure,
                   race_text(race.first, race.second, race.address)});
    has_reported_ = true;
    races_.clear();
  }
}

bool OperationRaces::discard(const VectorClock& host, const InFlight& in_flight) {
  bool none_left = in_flight.empty() && races_.empty();
  for (std::uint32_t chain = 0; chain < history_.size(); ++chain) {
    auto& history = history_[chain];
    if (history.empty()) continue;
    std::uint32_t over = host.last(chain);
    for (const auto& [number, operation] : in_flight) {
      over = std::min(over, operation->clock.last(chain));
    }
    while (!history.empty() && history.front().operation->timestamp() <= over) history.pop_front();
    none_left &= history.empty();
  }
  if (none_left) {
    communications_.clear();
    heap_releases_.clear();
  }
  return none_left;
}

void OperationRaces::record_heap_release(const OperationPtr& kernel, std::uintptr_t address,
                                         std::size_t bytes, const void* pc) {
  heap_releases_.try_emplace(address, HeapRelease{address + bytes, kernel, pc});
}

std::string OperationRaces::memory_race(const OperationPtr& kernel, std::uintptr_t address,
                                        Touch touch, const void* pc,
                                        const InFlight& in_flight) const {
  const RaceSide side = {kernel, touch, pc};
  const auto text = [&](const OperationPtr& other) {
    const bool is_memory =
        other->kind == OperationKind::kAllocation || other->kind == OperationKind::kRelease;
    const Footprint& used = other->used != nullptr ? *other->used : other->footprint;
    if (!is_memory || address < used.low || address >= used.high || are_ordered(*other, *kernel)) {
      return std::string();
    }
    return text_of(side, {other, used.parts[0].touch, nullptr}, address);
  };
  if (const HeapRelease* release = heap_release_of(address); release != nullptr) {
    if (are_ordered(*release->operation, *kernel)) return "";
    return text_of(side, {release->operation, Touch::kRelease, release->pc}, address);
  }
  for (const auto& [number, other] : in_flight) {
    if (std::string found = text(other); !found.empty()) return found;
  }
  for (const auto& history : history_) {
    for (const Completed& other : history) {
      if (std::string found = text(other.operation); !found.empty()) return found;
    }
  }
  return "";
}

const OperationRaces::HeapRelease* OperationRaces::heap_release_of(std::uintptr_t address) const {
  const auto it = heap_releases_.upper_bound(address);
  if (it == heap_releases_.begin() || address >= std::prev(it)->second.end) return nullptr;
  return &std::prev(it)->second;
}

/// One that frees the memory is reported as that, whatever else it has done there.
RaceSide OperationRaces::side_of(const OperationPtr& operation, const FootprintPart& part,
                                 std::uintptr_t address) const {
  const HeapRelease* const release = heap_release_of(address);
  if (release == nullptr || release->operation != operation) {
    return {operation, part.touch, part.pc};
  }
  return {operation, Touch::kRelease, release->pc};
}

}  // namespace simt
