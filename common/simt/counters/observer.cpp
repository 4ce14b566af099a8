#include "counters/observer.h"

#include "base/process.h"
#include "counters/peer_observer.h"
#include "counters/trace.h"
#include "counters/write_observer.h"

namespace simt {
namespace {

/// Filled before main begins.
struct RegisteredObservers {
  std::vector<MakeObserver> all;
};
std::vector<MakeObserver>& registered() { return process().part<RegisteredObservers>().all; }

}  // namespace

void add_observer(MakeObserver make) { registered().push_back(make); }

std::vector<std::unique_ptr<Observer>> make_observers() {
  std::vector<std::unique_ptr<Observer>> observers;
  observers.push_back(std::make_unique<WriteObserver>());
  observers.push_back(std::make_unique<PeerObserver>());
  observers.push_back(std::make_unique<TraceObserver>());
  for (const MakeObserver make : registered()) observers.push_back(make());
  return observers;
}

}  // namespace simt
