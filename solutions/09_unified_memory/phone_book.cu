// Exercise · phone_book: a hash table that the host fills and changes, and the device searches.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kUnknown = -1;  // the number of a name that is not in the book

struct Entry {
  int name, number;
  Entry* next;  // in the same chain, or null
};

// The chain that a name belongs to, 0 to chains - 1.
__host__ __device__ inline int chain_of(int name, int chains) {
  const unsigned mixed = static_cast<unsigned>(name) * 2654435761u;
  return static_cast<int>(static_cast<unsigned long long>(mixed) * chains >> 32);
}

// TODO (about 50 lines): the kernel that searches, and the book
__global__ void search(int* numbers, const int* names, int n, Entry* const* chains, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int name = names[i];
  const Entry* entry = chains[chain_of(name, count)];
  while (entry != nullptr && entry->name != name) entry = entry->next;
  numbers[i] = entry != nullptr ? entry->number : kUnknown;
}

class PhoneBook {
 public:
  // insert() will be called at most `capacity` > 0 times.
  explicit PhoneBook(int capacity) : count_(capacity) {
    CHECK(cudaMallocManaged(&chains_, count_ * sizeof(Entry*)));
    CHECK(cudaMallocManaged(&entries_, capacity * sizeof(Entry)));
    std::fill_n(chains_, count_, nullptr);
  }
  ~PhoneBook() {
    wait();
    CHECK(cudaFree(entries_));
    CHECK(cudaFree(chains_));
  }
  PhoneBook(const PhoneBook&) = delete;
  PhoneBook& operator=(const PhoneBook&) = delete;

  // Adds a name, or changes the number of a name that is already there.
  void insert(int name, int number) {
    wait();
    Entry** place = find(name);
    if (*place == nullptr) {
      entries_[used_] = {name, number, nullptr};
      *place = &entries_[used_++];
    }
    (*place)->number = number;
  }

  // Removes a name; nothing happens if it is not there.
  void erase(int name) {
    wait();
    Entry** place = find(name);
    if (*place != nullptr) *place = (*place)->next;
  }

  // numbers[i] becomes the number of names[i] or kUnknown, with one thread per name. Both arrays are
  // device memory. Returns at once. The search is in the stream, and it finds what the book has now,
  // whatever insert() and erase() do after that.
  void look_up(int* numbers, const int* names, int n, cudaStream_t stream) {
    const int blocks = (n + kBlock - 1) / kBlock;
    search<<<blocks, kBlock, 0, stream>>>(numbers, names, n, chains_, count_);
    CHECK_LAST();
    is_searched_ = true;
  }

 private:
  // The pointer to the entry of a name; if it is not there, the null pointer at the end of its chain.
  Entry** find(int name) {
    Entry** place = &chains_[chain_of(name, count_)];
    while (*place != nullptr && (*place)->name != name) place = &(*place)->next;
    return place;
  }

  // Until no search is in flight, in whatever stream.
  void wait() {
    if (is_searched_) CHECK(cudaDeviceSynchronize());
    is_searched_ = false;
  }

  Entry** chains_ = nullptr;  // both in managed memory
  Entry* entries_ = nullptr;
  int count_, used_ = 0;
  bool is_searched_ = false;
};
// END
