#include "counters/observer.h"

#include "base/process.h"

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
  for (const MakeObserver make : registered()) observers.push_back(make());
  return observers;
}

}  // namespace simt
