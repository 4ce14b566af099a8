#include "operations/stream_order.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "base/address_map.h"
#include "base/error.h"
#include "base/settings.h"
#include "memory/memory.h"
#include "memory/registered.h"
#include "operations/timeline.h"
#include "races/cas_reads.h"

namespace simt {

HostWatch host_watch;

void Clock::advance(std::uint32_t chain, std::uint32_t number) {
  if (chain >= last_.size()) last_.resize(chain + 1);
  last_[chain] = number;
}

void Clock::join(const Clock& other) {
  if (other.era != era) return;
  if (other.last_.size() > last_.size()) last_.resize(other.last_.size());
  for (std::size_t i = 0; i < other.last_.size(); ++i) {
    last_[i] = std::max(last_[i], other.last_[i]);
  }
}

namespace {

/// Chain 0 is host code's.
constexpr std::uint32_t kHost = 0;

/// With more chains, an era ends as soon as it can.
constexpr std::size_t kManyChains = 32;
/// Numbers for the operations in a node with a condition.
constexpr std::uint64_t kMostInside = std::uint64_t{1} << 36;
/// So many footprints are looked through for an equal one.
constexpr std::size_t kRecent = 4;

/// The thread is in here: what the runtime itself does is not the program's.
thread_local bool inside = false;

/// A host function while it runs, on its thread.
struct HostFunction {
  OperationPtr operation;
  FootprintRecorder accesses;
  bool has_signalled = false;
};
thread_local HostFunction* host_function = nullptr;

// Of host code, and of host functions.
thread_local RecentReads recent_reads;
CasReads cas_reads;

struct Race {
  RaceSide first, second;
  std::uintptr_t address;
  std::uint64_t horizon;  ///< the last operation that was issued when it was found

  auto key() const {
    return std::tuple(second.operation->number, first.operation->number, address);
  }
};

class StreamOrder {
 public:
  StreamOrder() { step_host(); }

  void advise(const PageAdvice& advice) {
    const Guard guard(*this);
    end_host_code();
    page_changes_[++issued_] = [advice] { advise_pages(advice); };
    change_pages();
  }

  void issue(const OperationPtr& operation, const std::vector<TaskPtr>& after) {
    const Guard guard(*this);
    if (operation->place.inside != nullptr) return issue_inside(operation);
    end_host_code();
    operation->number = ++issued_;
    if (operation->kind == OperationKind::kCondition) issued_ += kMostInside;
    operation->clock = host_;
    if (operation->primary != nullptr && knows(host_, *operation->primary)) {
      operation->primary = nullptr;
    }
    for (const TaskPtr& task : after) {
      if (task != nullptr) operation->clock.join(operation_of(task)->clock);
    }
    const bool is_marker = operation->is_marker();
    operation->chain = chain_for(*operation, after);
    if (is_marker) return add_to_timelines(operation, after);
    if (operation->chain == kHost) {
      operation->chain = static_cast<std::uint32_t>(chains_.size());
      chains_.emplace_back();
    }
    operation->clock.advance(operation->chain, ++chains_[operation->chain].length);
    in_flight_[operation->number] = operation;
    add_to_timelines(operation, after);
    step_host();
    for (const FootprintPart& part : operation->footprint.parts) {
      watch_foreign({part.ranges.front().begin, part.ranges.back().end});
    }
    update_watch();
  }

  void complete(const OperationPtr& operation) {
    if (operation->is_marker()) return;
    const Guard guard(*this);
    finish(operation);
    tell();
  }

  void host_has_waited_for(const Clock& clock) {
    const Guard guard(*this);
    end_host_code();
    host_.join(clock);
    add_wait_to_timelines(ApiCall::current(), host_);
    forget_what_is_over();
    update_watch();
    tell();
  }

  bool host_comes_after(const Operation& operation) {
    const Guard guard(*this);
    return operation.clock.era < host_.era || host_.last(operation.chain) >= operation.step();
  }

  Clock issued_so_far() {
    const Guard guard(*this);
    Clock all = host_;
    for (std::uint32_t c = 1; c < chains_.size(); ++c) all.advance(c, chains_[c].length);
    return all;
  }

  void note_host_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes) {
    const Guard guard(*this);
    if (!host_watch.active.load(std::memory_order_relaxed)) return;
    if (host_code_ == nullptr) {
      host_code_ = std::make_shared<Operation>();
      host_code_->kind = OperationKind::kHostCode;
      host_code_->number = ++issued_;
      host_code_->clock = host_;
      in_flight_[host_code_->number] = host_code_;
    }
    host_accesses_.add(key, address, address + bytes);
  }

  void note_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                         const void* pc) {
    const Guard guard(*this);
    heap_releases_.try_emplace(address, HeapRelease{address + bytes, kernel, pc});
  }

  std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                          const void* pc) {
    const Guard guard(*this);
    const RaceSide side = {kernel, touch, pc};
    const auto text = [&](const OperationPtr& other) {
      const bool is_memory =
          other->kind == OperationKind::kAllocation || other->kind == OperationKind::kRelease;
      const Footprint& used = other->used != nullptr ? *other->used : other->footprint;
      if (!is_memory || address < used.low || address >= used.high || other->comes_after(*kernel) ||
          kernel->comes_after(*other)) {
        return std::string();
      }
      return text_of(side, {other, used.parts[0].touch, nullptr}, address);
    };
    if (const HeapRelease* release = heap_release_of(address); release != nullptr) {
      const OperationPtr& other = release->operation;
      if (other->comes_after(*kernel) || kernel->comes_after(*other)) return "";
      return text_of(side, {other, Touch::kRelease, release->pc}, address);
    }
    for (const auto& [number, other] : in_flight_) {
      if (std::string found = text(other); !found.empty()) return found;
    }
    for (const Chain& chain : chains_) {
      for (const Kept& other : chain.kept) {
        if (std::string found = text(other.operation); !found.empty()) return found;
      }
    }
    return "";
  }

 private:
  /// Memory of the heap of kernels that one of them has freed, by its address.
  struct HeapRelease {
    std::uintptr_t end;
    OperationPtr operation;
    const void* pc;
  };
  struct Kept {
    OperationPtr operation;
    const Footprint* used;  ///< the operation's
  };
  struct Chain {
    std::uint32_t length = 0;
    /// What is done, and may race with something that is not.
    std::deque<Kept> kept;
  };

  class Guard {
   public:
    explicit Guard(StreamOrder& order) : lock_(order.mutex_) { inside = true; }
    ~Guard() { inside = false; }

   private:
    std::lock_guard<std::mutex> lock_;
  };

  static std::string text_of(const RaceSide& a, const RaceSide& b, std::uintptr_t address) {
    return a.operation->number < b.operation->number ? race_text(a, b, address)
                                                     : race_text(b, a, address);
  }

  const HeapRelease* heap_release_of(std::uintptr_t address) const {
    const auto it = heap_releases_.upper_bound(address);
    if (it == heap_releases_.begin() || address >= std::prev(it)->second.end) return nullptr;
    return &std::prev(it)->second;
  }

  /// One that frees the memory is told as that, whatever else it has done there.
  RaceSide side_of(const OperationPtr& operation, const FootprintPart& part,
                   std::uintptr_t address) const {
    const HeapRelease* const release = heap_release_of(address);
    if (release == nullptr || release->operation != operation)
      return {operation, part.touch, part.pc};
    return {operation, Touch::kRelease, release->pc};
  }

  /// In a body of a node with a condition, while that runs: it is a part of the node, for all others.
  void issue_inside(const OperationPtr& operation) {
    Operation& node = *operation->place.inside;
    operation->number = node.number + ++node.inner;
    operation->clock = node.clock;
    operation->chain = node.chain;
    operation->primary = nullptr;
    if (!operation->is_marker()) in_flight_[operation->number] = operation;
  }

  /// A chain that the operation can go on with; kHost if there is none.
  std::uint32_t chain_for(const Operation& operation, const std::vector<TaskPtr>& after) const {
    for (const TaskPtr& task : after) {
      if (task == nullptr) continue;
      const Operation& earlier = *operation_of(task);
      if (earlier.chain != kHost && earlier.clock.era == operation.clock.era &&
          chains_[earlier.chain].length == earlier.step()) {
        return earlier.chain;
      }
    }
    for (std::uint32_t c = 1; c < chains_.size(); ++c) {
      if (chains_[c].length == operation.clock.last(c)) return c;
    }
    return kHost;
  }

  /// Whether the operation is over for who has the clock.
  static bool knows(const Clock& clock, const Operation& operation) {
    return clock.era != operation.clock.era || clock.last(operation.chain) >= operation.step();
  }

  void step_host() { host_.advance(kHost, host_.last(kHost) + 1); }

  void end_host_code() {
    if (host_code_ == nullptr) return;
    const OperationPtr code = std::move(host_code_);
    host_code_ = nullptr;
    code->footprint = host_accesses_.finish();
    code->footprint.mark_checked_reads(cas_reads);
    finish(code);
    step_host();
  }

  void finish(const OperationPtr& operation) {
    in_flight_.erase(operation->number);
    const OperationPtr primary = std::move(operation->primary);
    if (timelines_are_recorded()) operation->bytes = operation->footprint.bytes();
    move_pages(*operation);
    if (!settings().check_streams) return;
    if (primary != nullptr) note_what_is_beside(*operation, *primary);
    if (operation->footprint.is_empty() || has_told_) return;
    auto& kept = chains_[operation->chain].kept;
    auto place = kept.end();
    while (place != kept.begin() && std::prev(place)->operation->step() > operation->step()) {
      --place;
    }
    const std::size_t before = static_cast<std::size_t>(place - kept.begin());
    for (std::size_t i = 1; i <= std::min(kRecent, before) && operation->used == nullptr; ++i) {
      const auto& recent = kept[before - i].operation->used;
      if (*recent == operation->footprint) operation->used = recent;
    }
    if (operation->used == nullptr) {
      operation->used = std::make_shared<Footprint>(std::move(operation->footprint));
    }
    operation->footprint = {};
    compare(operation);
    for (const OperationPtr& earlier : operation->beside) compare(earlier, operation);
    kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(before),
                {operation, operation->used.get()});
  }

  /// To wait for the kernel in front is to wait for no other: if that one has not waited itself, what it
  /// may run beside still goes on.
  static void note_what_is_beside(Operation& operation, const Operation& primary) {
    auto& beside = operation.beside;
    beside = primary.beside;
    if (!operation.waits_for_primary && primary.used != nullptr) {
      beside.push_back(std::make_shared<Operation>(primary));
      beside.back()->beside.clear();
    }
    if (beside.size() > kConcurrentKernels) beside.erase(beside.begin());  // no more run at a time
  }

  /// Pages go where operations need them in the order of issue, whatever order they ran in.
  void move_pages(const Operation& operation) {
    const bool by_host = operation.kind == OperationKind::kHostCode ||
                         operation.kind == OperationKind::kHostFunction;
    if (auto uses = pages_of(operation.footprint, by_host); !uses.empty()) {
      page_changes_[operation.number] = [uses = std::move(uses)] { use_pages(uses); };
    }
    change_pages();
  }
  void change_pages() {
    const std::uint64_t next = in_flight_.empty() ? issued_ + 1 : in_flight_.begin()->first;
    while (!page_changes_.empty() && page_changes_.begin()->first < next) {
      page_changes_.begin()->second();
      page_changes_.erase(page_changes_.begin());
    }
  }

  /// With all that is done and neither before nor after it.
  void compare(const OperationPtr& operation) {
    for (std::uint32_t c = 0; c < chains_.size(); ++c) {
      if (c == operation->chain) continue;
      const auto& kept = chains_[c].kept;
      const auto first = std::partition_point(kept.begin(), kept.end(), [&](const Kept& other) {
        return operation->comes_after(*other.operation);
      });
      const auto end = std::partition_point(first, kept.end(), [&](const Kept& other) {
        return !other.operation->comes_after(*operation);
      });
      // Of those that have used the same, the first one is enough.
      const Footprint* seen[kRecent] = {};
      std::size_t next = 0;
      for (auto it = first; it != end; ++it) {
        if (std::find(std::begin(seen), std::end(seen), it->used) != std::end(seen)) continue;
        if (!compare(it->operation, operation)) seen[next++ % kRecent] = it->used;
      }
    }
  }

  /// Whether the two hand something over.
  bool compare(const OperationPtr& a, const OperationPtr& b) {
    const Interaction interaction = interaction_of(*a->used, *b->used);
    if (interaction.communicates) hand_overs_.emplace_back(a, b);
    if (!interaction.is_race) return interaction.communicates;
    const auto& [address, a_part, b_part] = interaction.race;
    Race race = {side_of(a, *a_part, address), side_of(b, *b_part, address), address, issued_};
    if (a->number > b->number) std::swap(race.first, race.second);
    const auto place = std::find_if(races_.begin(), races_.end(),
                                    [&](const Race& other) { return race.key() < other.key(); });
    races_.insert(place, std::move(race));
    return interaction.communicates;
  }

  /// What comes before all that is in flight, and all that the host will issue, can race no more.
  void forget_what_is_over() {
    bool nothing_left = in_flight_.empty() && races_.empty();
    for (std::uint32_t c = 0; c < chains_.size(); ++c) {
      auto& kept = chains_[c].kept;
      if (kept.empty()) continue;
      std::uint32_t over = host_.last(c);
      for (const auto& [number, operation] : in_flight_) {
        over = std::min(over, operation->clock.last(c));
      }
      while (!kept.empty() && kept.front().operation->step() <= over) kept.pop_front();
      nothing_left &= kept.empty();
    }
    if (!nothing_left) return;
    hand_overs_.clear();
    heap_releases_.clear();
    if (chains_.size() > kManyChains) {
      chains_.resize(1);
      const std::uint32_t step = host_.last(kHost);
      const std::uint32_t era = host_.era + 1;
      host_ = Clock();
      host_.era = era;
      host_.advance(kHost, step);
    }
  }

  void watch_foreign(const Range& range) {
    const bool is_models =
        range.begin - kGlobalBase < kGlobalBytes ||
        (accessibility_of(reinterpret_cast<const void*>(range.begin), 1) == Accessibility::kDevice);
    if (is_models) return;
    foreign_.begin = std::min(foreign_.begin, range.begin);
    foreign_.end = std::max(foreign_.end, range.end);
  }

  void update_watch() {
    if (!accesses_are_noted()) return;
    bool active = false;
    for (std::uint32_t c = 1; c < chains_.size(); ++c) {
      active |= chains_[c].length > host_.last(c);
    }
    if (!active) {
      foreign_ = {~std::uintptr_t{0}, 0};
    } else {
      if (const auto range = registered_bounds()) watch_foreign({range->first, range->second});
    }
    if (const auto range = variables_to_watch()) {
      foreign_.begin = std::min(foreign_.begin, range->first);
      foreign_.end = std::max(foreign_.end, range->second);
    }
    host_watch.active = active;
    host_watch.low = foreign_.begin;
    host_watch.bytes = foreign_.end > foreign_.begin ? foreign_.end - foreign_.begin : 0;
  }

  /// Whether operations that hand something over order the two: by volatile or atomic accesses of the
  /// same bytes.
  bool is_ordered(const OperationPtr& first, const OperationPtr& second) const {
    std::vector<const Operation*> left = {first.get()};
    std::set<const Operation*> reached = {first.get()};
    const auto reaches = [](const Operation* from, const Operation* to) {
      return from == to || to->comes_after(*from);
    };
    while (!left.empty()) {
      const Operation* const from = left.back();
      left.pop_back();
      for (const auto& [a, b] : hand_overs_) {
        if (reaches(from, a.get()) && reached.insert(b.get()).second) left.push_back(b.get());
        if (reaches(from, b.get()) && reached.insert(a.get()).second) left.push_back(a.get());
      }
    }
    reached.erase(first.get());
    return std::any_of(reached.begin(), reached.end(),
                       [&](const Operation* from) { return reaches(from, second.get()); });
  }

  /// Tells the first race, if nothing in flight can have a part in an earlier one, or order it.
  void tell() {
    while (!races_.empty()) {
      const Race& race = races_.front();
      const std::uint64_t last = std::max(race.second.operation->number, race.horizon);
      if (!in_flight_.empty() && in_flight_.begin()->first <= last) return;
      const OperationPtr& first = race.first.operation;
      const OperationPtr& second = race.second.operation;
      if (is_ordered(first, second) || is_ordered(second, first)) {
        races_.erase(races_.begin());
        continue;
      }
      // What the kernel would have got, had it come too early or too late.
      const bool is_memory = race.first.is_memory() || race.second.is_memory();
      kernel_failed({is_memory ? cudaErrorIllegalAddress : cudaErrorLaunchFailure,
                     race_text(race.first, race.second, race.address)});
      has_told_ = true;
      races_.clear();
    }
  }

  std::mutex mutex_;
  Clock host_;
  std::vector<Chain> chains_{1};
  std::uint64_t issued_ = 0;
  std::map<std::uint64_t, OperationPtr> in_flight_;              ///< by number
  std::map<std::uint64_t, std::function<void()>> page_changes_;  ///< that wait for their turn
  OperationPtr host_code_;  ///< since the last call; null: no access yet
  FootprintRecorder host_accesses_;
  Range foreign_ = {~std::uintptr_t{0}, 0};
  std::vector<Race> races_;  ///< in the order of their keys
  bool has_told_ = false;    ///< one is enough
  std::vector<std::pair<OperationPtr, OperationPtr>> hand_overs_;
  std::map<std::uintptr_t, HeapRelease> heap_releases_;  ///< that may race with something
};

StreamOrder& stream_order() {
  static auto* instance = new StreamOrder;
  return *instance;
}

/// Host code uses variables before anything is issued, too.
[[gnu::constructor(101)]] void watch_variables() {
  const auto variables = variables_to_watch();
  if (!variables) return;
  host_watch.low = variables->first;
  host_watch.bytes = variables->second - variables->first;
}

}  // namespace

bool accesses_are_noted() {
  return settings().check_streams || timelines_are_recorded() || has_managed_memory();
}

void issue(const OperationPtr& operation, const std::vector<TaskPtr>& after) {
  stream_order().issue(operation, after);
}
void complete(const OperationPtr& operation) { stream_order().complete(operation); }
void host_has_waited_for(const OperationPtr& operation) {
  if (operation != nullptr) stream_order().host_has_waited_for(operation->clock);
}
void host_has_waited_for(const Clock& clock) { stream_order().host_has_waited_for(clock); }
bool host_comes_after(const Operation& operation) {
  return stream_order().host_comes_after(operation);
}
Clock issued_so_far() { return stream_order().issued_so_far(); }

InHostFunction::InHostFunction(const OperationPtr& operation) : operation_(operation) {
  host_function = new HostFunction{operation, {}, false};
}
InHostFunction::~InHostFunction() {
  inside = true;
  operation_->footprint = host_function->accesses.finish();
  operation_->footprint.mark_checked_reads(cas_reads);
  delete std::exchange(host_function, nullptr);
  inside = false;
}

void host_signals() {
  if (host_function == nullptr || inside || host_function->has_signalled) return;
  host_function->has_signalled = true;
  stream_order().host_has_waited_for(host_function->operation->clock);
}

void host_uses_pages(std::uintptr_t address, std::size_t bytes, bool writes) {
  if (inside) return;
  inside = true;
  const Touch touch = writes ? Touch::kWrite : Touch::kRead;
  use_pages({{page_at(address), page_at(address + bytes - 1), touch, Side::kHost}});
  inside = false;
}

void advise_in_order(const PageAdvice& advice) { stream_order().advise(advice); }

void note_host_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes) {
  if (inside || !accesses_are_noted()) return;
  if (touch_of_site(key) == Touch::kRead) recent_reads.add(address, bytes, pc_of(key));
  if (host_function == nullptr) return stream_order().note_host_access(key, address, bytes);
  inside = true;
  host_function->accesses.add(key, address, address + bytes);
  inside = false;
}

void note_host_swap(std::uintptr_t address, std::size_t bytes) {
  if (inside || !host_watch.active.load(std::memory_order_relaxed)) return;
  recent_reads.record_cas(address, bytes, cas_reads);
}

void note_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                       const void* pc) {
  if (settings().check_streams && kernel != nullptr) {
    stream_order().note_heap_release(kernel, address, bytes, pc);
  }
}

std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                        const void* pc) {
  if (!settings().check_streams || kernel == nullptr) return "";
  return stream_order().memory_race(kernel, address, touch, pc);
}

}  // namespace simt
