/// @file
/// @ingroup simt_execution
/// One OS thread of the model, and the blocks that are resident on it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "execution/block/residency.h"
#include "execution/grid/grid.h"

namespace simt {

class Cluster;
class Pool;
class Block;

class Multiprocessor final : public Residency {
 public:
  Multiprocessor(Pool& pool, unsigned number);
  ~Multiprocessor();

  /// Runs blocks of any grid that has some, until the process ends.
  [[noreturn]] void serve();

  bool has_others(const ClusterBlocks& cluster) const override;
  std::size_t waiting() const override { return waiting_.size(); }

 private:
  void run_clusters(Grid& grid);
  enum class Round { kIdle, kSpinning, kBusy };
  Round run_round(const Cluster* resting = nullptr);
  std::size_t suspended() const;
  std::unique_ptr<Cluster> make_cluster(Grid& grid);
  void end_cluster(std::unique_ptr<Cluster> cluster);

  Pool& pool_;
  std::vector<std::unique_ptr<Block>> places_;
  std::vector<Block*> free_places_;
  std::vector<std::unique_ptr<Cluster>> waiting_;
  bool newest_first_ = false;
  unsigned polling_rounds_ = 0;  ///< in a row
  std::size_t begun_since_round_ = 0;
};

}  // namespace simt
