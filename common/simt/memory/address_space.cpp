// Reserves the addresses of the model's memories (base/address_map.h).
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

#include "base/address_map.h"
#include "base/process.h"
#include "memory/address_space.h"

namespace simt {
namespace {

struct AddressSpace {
  AddressSpace() {
    void* map = mmap(reinterpret_cast<void*>(kGlobalBase), kMapBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (map != reinterpret_cast<void*>(kGlobalBase)) {
      std::fprintf(stderr, "simt: cannot reserve %zu GiB of address space (is `ulimit -v` set?)\n",
                   kMapBytes >> 30);
      end_process(1);
    }
    // One memory at two addresses: as the block has it, and as others of its cluster see it.
    void* const shared = reinterpret_cast<void*>(kSharedBase);
    void* const mapped = reinterpret_cast<void*>(kMappedBase);
    const int memory = memfd_create("simt shared memory", MFD_CLOEXEC);
    const auto map_at = [memory](void* address) {
      return mmap(address, kSharedBytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE | MAP_FIXED, memory, 0) == address;
    };
    if (memory < 0 || ftruncate(memory, kSharedBytes) != 0 || !map_at(shared) || !map_at(mapped)) {
      std::perror("simt: cannot map shared memory twice");
      end_process(1);
    }
    close(memory);
    madvise(map, kMapBytes, MADV_DONTDUMP);
  }
};

}  // namespace

void reserve_address_map() { process().part<AddressSpace>(); }

}  // namespace simt
