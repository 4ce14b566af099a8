#include "counters/observer.h"

namespace simt {
namespace {

/// Filled before main begins.
std::vector<MakeObserver>& registered() {
  static auto* instance = new std::vector<MakeObserver>;
  return *instance;
}

}  // namespace

void add_observer(MakeObserver make) { registered().push_back(make); }

std::vector<std::unique_ptr<Observer>> make_observers() {
  std::vector<std::unique_ptr<Observer>> observers;
  for (const MakeObserver make : registered()) observers.push_back(make());
  return observers;
}

}  // namespace simt
