#include "execution/block/tile_memory.h"

#include <bit>
#include <cstdint>
#include <new>

namespace simt {

void TileMemory::begin_block() {
  if (all_.empty()) return;
  std::size_t idle = 0;
  for (const std::vector<Head*>& free : free_) idle += free.size();
  if (idle == all_.size()) return;
  all_.clear();
  for (std::vector<Head*>& free : free_) free.clear();
}

void* TileMemory::take(std::size_t bytes) {
  const auto size = static_cast<unsigned>(std::bit_width(bytes - 1));
  std::vector<Head*>& free = free_[size];
  if (free.empty()) {
    constexpr std::size_t kAlignment = alignof(Head);
    all_.emplace_back(new std::byte[(std::size_t{1} << size) + sizeof(Head) + kAlignment]);
    const auto begin = reinterpret_cast<std::uintptr_t>(all_.back().get());
    free.push_back(new (reinterpret_cast<void*>((begin + kAlignment - 1) & -kAlignment)) Head{});
  }
  Head* const head = free.back();
  free.pop_back();
  *head = {1, size};
  return head + 1;
}

void TileMemory::share(void* elements) { ++(static_cast<Head*>(elements) - 1)->shares; }

void TileMemory::give_back(void* elements) {
  Head* const head = static_cast<Head*>(elements) - 1;
  if (--head->shares == 0) free_[head->size].push_back(head);
}

}  // namespace simt
