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
class PhoneBook {
 public:
  // insert() will be called at most `capacity` > 0 times.
  explicit PhoneBook(int capacity) {}
  ~PhoneBook() {}
  PhoneBook(const PhoneBook&) = delete;
  PhoneBook& operator=(const PhoneBook&) = delete;

  // Adds a name, or changes the number of a name that is already there.
  void insert(int name, int number) {}

  // Removes a name; nothing happens if it is not there.
  void erase(int name) {}

  // numbers[i] becomes the number of names[i] or kUnknown, with one thread per name. Both arrays are
  // device memory. Returns at once. The search is in the stream, and it finds what the book has now,
  // whatever insert() and erase() do after that.
  void look_up(int* numbers, const int* names, int n, cudaStream_t stream) {}
};
// END
