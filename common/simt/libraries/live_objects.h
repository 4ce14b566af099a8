/// @file
/// @ingroup simt_libraries
/// The objects of a library that a program has by address, and destroys: handles and generators.
#pragma once

#include <mutex>
#include <set>

namespace simt {

/// Those that were made and not destroyed.
template <class Object>
class LiveObjects {
 public:
  Object* make() {
    const std::lock_guard lock(mutex_);
    return *objects_.insert(new Object).first;
  }
  bool contains(Object* object) {
    const std::lock_guard lock(mutex_);
    return objects_.count(object) != 0;
  }
  /// False if it is none of them.
  bool destroy(Object* object) {
    const std::lock_guard lock(mutex_);
    if (objects_.erase(object) == 0) return false;
    delete object;
    return true;
  }

 private:
  std::mutex mutex_;
  std::set<Object*> objects_;
};

}  // namespace simt
