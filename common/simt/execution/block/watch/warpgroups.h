/// @file
/// @ingroup simt_execution
/// What the warpgroups of a block have begun: whether all four warps come to the same instructions in the same order,
/// and whether their products are fenced and waited for.
///
/// In the model a warp does not wait for the others of its group. So they are compared: with the first warp that has
/// come as far, and when the block ends.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "simt/warpgroups.h"

#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

class Warpgroups {
 public:
  Warpgroups(const BlockThreads& threads, const BlockIdentity& identity)
      : threads_(threads), identity_(identity) {}

  void begin_block();
  /// All threads have finished: stops the block if a warp has been left behind, or a product has not been waited for.
  void end();

  // The running thread stands for its warp. Each stops the block for a mistake.
  void multiply(const WarpgroupProduct& product, const void* site);
  void fence(const void* site);
  void commit(const void* site);
  void wait(unsigned count, const void* site);
  void set_registers(unsigned count, const void* site);

  // The running thread begins a product. @param place of its registers in the program, as long as a variable lives
  // there
  /// Its sums must be as the last product there has left them, or a fence lies in between.
  void check_sums(const WarpgroupProduct& product, const std::uint32_t* sums, const void* place,
                  const void* site);
  /// How far the caller's warp is. The caller asks before its warp multiplies: afterwards other lanes may be further.
  struct Moment {
    std::uint32_t fences = 0, group = 0;
  };
  Moment now() const;
  /// The product, begun at this moment, has left them so.
  void keep_sums(const WarpgroupProduct& product, const std::uint32_t* sums, const void* place,
                 const void* site, Moment begun);

 private:
  enum class Instruction { kMultiply, kFence, kCommit, kWait, kRegisters };
  /// An instruction of a warpgroup.
  struct Step {
    Instruction op;
    const void* site;
    unsigned count;            ///< an operand
    WarpgroupProduct product;  ///< of a product

    bool is_same(const Step& other) const;
  };
  struct Warp {
    std::size_t steps = 0;
    std::uint32_t fences = 0;
    const void* open = nullptr;   ///< the last product that belongs to no group yet
    std::uint32_t committed = 0;  ///< groups
    std::deque<const void*>
        waiting;  ///< the last product of each group in flight; null: it has none
  };
  struct Group {
    std::deque<Step> steps;   ///< that some of its warps have not come to
    std::size_t dropped = 0;  ///< earlier ones
  };
  /// Sums of a thread that a product has written.
  struct Sums {
    const void* place;
    const void* site;
    std::uint64_t hash;
    WarpgroupProduct product;
    std::uint32_t fences, group;  ///< of the warp, then
  };
  static constexpr std::size_t kKept = 16;  ///< of each thread

  unsigned current_warp() const { return threads_.current / kWarpLanes; }
  Warp& take_part(const Step& step);
  Sums* find_sums(const void* place);
  ThreadPlace place_of(unsigned warp) const {
    return identity_.place_of(threads_, warp * kWarpLanes);
  }

  const BlockThreads& threads_;
  const BlockIdentity& identity_;
  std::vector<Warp> warps_;
  std::vector<Group> groups_;
  std::vector<std::vector<Sums>> sums_;  ///< of each thread
};

}  // namespace simt
