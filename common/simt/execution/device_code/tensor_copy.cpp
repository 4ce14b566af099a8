// Bulk copies of boxes of a tensor, row by row.
#include <algorithm>
#include <cstring>
#include <string>

#include "simt/bulk_copy.h"

#include "execution/block/block.h"
#include "execution/device_code/bulk_elements.h"
#include "execution/device_code/bulk_rows.h"
#include "execution/threads/running_thread.h"
#include "memory/tensor_map.h"

namespace simt {
namespace {

constexpr std::size_t kChunk = 16;
constexpr std::size_t kMostRowBytes = 256 * 8;

/// One row of the box.
struct Row {
  std::size_t offset;      ///< in shared memory, before it is swizzled
  std::uintptr_t address;  ///< in global memory, of what is inside of the tensor
  std::size_t begin, end;  ///< bytes of the row that are
};

/// Where the row's bytes are in shared memory: chunks change their places with others of the same bytes.
std::uintptr_t swizzled(std::uintptr_t address, unsigned span) {
  return span == 0 ? address : address ^ ((address >> 3) & (span - kChunk));
}

TensorMap read_map(const BulkRows& rows, const void* pointer, unsigned rank) {
  rows.require_aligned("a tensor map", pointer, 64);
  rows.require(
      !worker().recorder.is_on_stack(reinterpret_cast<std::uintptr_t>(pointer)),
      [] { return "a tensor map in local memory"; },
      "a map is a parameter of the kernel, const __grid_constant__ CUtensorMap, or in global "
      "or constant memory: without __grid_constant__ its address is that of a copy");
  TensorMap map;
  std::memcpy(&map, pointer, sizeof map);
  rows.require(
      map.mark == TensorMap::kMark, [] { return "a tensor map that nobody has made"; },
      "cuTensorMapEncodeTiled() makes it, on the host, and has to return CUDA_SUCCESS");
  rows.require(
      map.rank == rank,
      [&] {
        return "a map of " + std::to_string(map.rank) + " dimensions and " + std::to_string(rank) +
               " coordinates";
      },
      "the instruction has the tensor's number of dimensions: cp.async.bulk.tensor.2d");
  rows.require(
      map.swizzle == 0 || map.row_bytes() == map.swizzle,
      [&] {
        return "a box of rows of " + std::to_string(map.row_bytes()) + " bytes in a swizzle of " +
               std::to_string(map.swizzle);
      },
      "the model swizzles boxes whose rows are as wide as the swizzle");
  return map;
}

/// Calls `use(row)` for all rows of the box.
template <class Use>
void for_each_row(const TensorMap& map, const std::int32_t* coordinates, Use use) {
  const std::size_t element = map.element_bytes();
  const std::int64_t first = coordinates[0];
  const auto size = static_cast<std::int64_t>(map.sizes[0]);
  const std::int64_t begin = std::clamp<std::int64_t>(-first, 0, map.box[0]);
  const std::int64_t end = std::clamp<std::int64_t>(size - first, begin, map.box[0]);
  const std::size_t rows = map.box_bytes() / map.row_bytes();
  for (std::size_t number = 0; number < rows; ++number) {
    std::uint64_t address = map.address + static_cast<std::uint64_t>(first + begin) * element;
    bool is_inside = end > begin;
    std::size_t rest = number;
    for (unsigned i = 1; i < map.rank; ++i) {
      const auto at = coordinates[i] + static_cast<std::int64_t>(rest % map.box[i]) * map.steps[i];
      rest /= map.box[i];
      is_inside = is_inside && at >= 0 && at < static_cast<std::int64_t>(map.sizes[i]);
      address += static_cast<std::uint64_t>(at) * map.strides[i];
    }
    Row row{number * map.row_bytes(), static_cast<std::uintptr_t>(address), 0, 0};
    if (is_inside) {
      row.begin = static_cast<std::size_t>(begin) * element;
      row.end = static_cast<std::size_t>(end) * element;
    }
    use(row);
  }
}

/// Calls `use(place, begin, end)` for the parts of a row of the box that lie together in shared memory.
template <class Use>
void for_each_part(const TensorMap& map, std::uintptr_t box, const Row& row, Use use) {
  const std::size_t bytes = map.swizzle == 0 ? map.row_bytes() : kChunk;
  for (std::size_t begin = 0; begin < map.row_bytes(); begin += bytes) {
    use(swizzled(box + row.offset + begin, map.swizzle), begin, begin + bytes);
  }
}

void fill_outside(const TensorMap& map, char* row) {
  std::memset(row, 0, map.row_bytes());
  if (!map.fills_with_nan) return;
  // A NaN of each type; which one is not known.
  const std::uint64_t nan = map.element_bytes() == 8   ? 0x7fff'ffff'ffff'ffffu
                            : map.element_bytes() == 4 ? 0x7fff'ffffu
                                                       : 0x7fffu;
  for (std::size_t i = 0; i < map.row_bytes(); i += map.element_bytes()) {
    std::memcpy(row + i, &nan, map.element_bytes());
  }
}

}  // namespace

void tensor_load(void* to, const void* map_pointer, const std::int32_t* coordinates, unsigned rank,
                 ArrivalCounter* counter, BlockMask blocks) {
  BulkRows rows("cp.async.bulk.tensor", __builtin_return_address(0));
  const TensorMap map = read_map(rows, map_pointer, rank);
  rows.require_shared("a destination", to, true);
  rows.require_shared("an mbarrier", counter, true);
  rows.require_aligned("a destination", to, 128);
  rows.require_aligned("an mbarrier", counter, 8);
  for_each_row(map, coordinates, [&](const Row& row) {
    if (row.end > row.begin) rows.load_global(row.address, row.end - row.begin);
  });
  for_each_destination(
      rows, to, counter, blocks,
      [&](std::uintptr_t box, unsigned in_cluster, std::uintptr_t signalled) {
        for_each_row(map, coordinates, [&](const Row& row) {
          char bytes[kMostRowBytes];
          fill_outside(map, bytes);
          if (row.end > row.begin) {
            std::memcpy(bytes + row.begin, reinterpret_cast<const void*>(row.address),
                        row.end - row.begin);
          }
          for_each_part(map, box, row,
                        [&](std::uintptr_t place, std::size_t begin, std::size_t end) {
                          const bool is_inside = begin >= row.begin && end <= row.end;
                          rows.store_shared(place, is_inside ? row.address + begin - row.begin : 0,
                                            end - begin);
                          std::memcpy(reinterpret_cast<void*>(place), bytes + begin, end - begin);
                        });
        });
        rows.go_on_until(in_cluster, signalled, map.box_bytes());
      });
}

void tensor_store(const void* map_pointer, const std::int32_t* coordinates, unsigned rank,
                  const void* from, BulkOp op) {
  BulkRows rows(op == BulkOp::kCopy ? "cp.async.bulk.tensor" : "cp.reduce.async.bulk.tensor",
                __builtin_return_address(0));
  const TensorMap map = read_map(rows, map_pointer, rank);
  const auto type = static_cast<BulkType>(map.type);
  rows.require_shared("a source", from, false);
  rows.require_aligned("a source", from, 128);
  rows.require(
      op == BulkOp::kCopy || (exists(op, type) && size_of(type) == map.element_bytes()),
      [&] { return name_of(op, type); },
      "no GPU has this reduction for the elements of the tensor");
  const std::uintptr_t box = unmapped(reinterpret_cast<std::uintptr_t>(from));
  for_each_row(map, coordinates, [&](const Row& row) {
    for_each_part(map, box, row, [&](std::uintptr_t place, std::size_t begin, std::size_t end) {
      const std::size_t first = std::max(begin, row.begin), last = std::min(end, row.end);
      if (first >= last) return;
      const std::uintptr_t source = place + first - begin;
      const std::uintptr_t target = row.address + first - row.begin;
      rows.load_shared(source, last - first);
      if (op == BulkOp::kCopy) {
        rows.store_global(target, reinterpret_cast<const void*>(source), last - first);
      } else {
        rows.reduce_global(target, reinterpret_cast<const void*>(source), last - first, op, type);
      }
    });
  });
  rows.go_on_in_group();
}

}  // namespace simt
