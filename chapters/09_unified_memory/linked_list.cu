// Chapter 09 · linked_list
//
// Structures made of pointers: the host builds a list and a search tree node by node, and kernels
// follow the same pointers. With copies every pointer would have to be translated.
//
//   linked_list [--size N]     N keys, default 500 on the CPU backend, 2^16 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

struct Node {
  int key, value;
  Node *left, *right;  // of the tree
  Node* next;          // of the list
};

// One thread from node to node: nothing tells another thread where to begin.
__global__ void sum_list(const Node* head, long long* sum) {
  long long total = 0;
  for (const Node* node = head; node != nullptr; node = node->next) total += node->value;
  *sum = total;
}

// One thread per question. Neighbouring threads go different ways: the tree's nodes are all over.
__global__ void look_up(const Node* root, const int* keys, int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Node* node = root;
  while (node != nullptr && node->key != keys[i]) {
    node = keys[i] < node->key ? node->left : node->right;
  }
  values[i] = node != nullptr ? node->value : -1;
}

// Nodes come from one managed array: an allocation for each would take a call each.
class Pool {
 public:
  explicit Pool(int capacity) { CHECK(cudaMallocManaged(&nodes_, capacity * sizeof(Node))); }
  ~Pool() { CHECK(cudaFree(nodes_)); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  Node* make(int key, int value, Node* next) {
    return new (&nodes_[used_++]) Node{key, value, nullptr, nullptr, next};
  }

 private:
  Node* nodes_ = nullptr;
  int used_ = 0;
};

// Nothing here is CUDA: it is a tree of the host.
void insert(Node** root, Node* node) {
  while (*root != nullptr) root = node->key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = node;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Follow the host's pointers on the device.");
  const int n = options.size({.cpu = 500, .gpu = 1 << 16, .bytes_per_element = 2 * sizeof(Node)});
  const std::vector<int> order = random_ints(n, 0, 1 << 30), random_values = random_ints(n, 0, 999);
  Pool pool(n);
  Node *root = nullptr, *head = nullptr;
  long long expected_sum = 0;
  // 2 * i + 1 in random order: the odd numbers are in the tree, the even ones are not.
  std::vector<int> positions(n);
  for (int i = 0; i < n; ++i) positions[i] = i;
  std::sort(positions.begin(), positions.end(),
            [&](int i, int j) { return std::pair(order[i], i) < std::pair(order[j], j); });
  for (const int i : positions) {
    head = pool.make(2 * i + 1, random_values[i], head);
    insert(&root, head);
    expected_sum += random_values[i];
  }
  int *keys = nullptr, *values = nullptr;
  long long* sum = nullptr;
  const int questions = 2 * n;
  CHECK(cudaMallocManaged(&keys, questions * sizeof(int)));
  CHECK(cudaMallocManaged(&values, questions * sizeof(int)));
  CHECK(cudaMallocManaged(&sum, sizeof(long long)));
  for (int i = 0; i < questions; ++i) keys[i] = i;

  sum_list<<<1, 1>>>(head, sum);
  CHECK_LAST();
  look_up<<<(questions + kBlock - 1) / kBlock, kBlock>>>(root, keys, values, questions);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());

  std::printf("sum of the list's %d values: %lld\n", n, *sum);
  bool passed = verify<long long>("sum", {*sum}, [&](long long) { return expected_sum; });
  passed &= verify("values", std::vector<int>(values, values + questions),
                   [&](long long i) { return i % 2 == 1 ? random_values[i / 2] : -1; });
  // The host changes a value, with no call, and the device's next walk finds it.
  root->value += 1;
  sum_list<<<1, 1>>>(head, sum);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());
  passed &= verify<long long>("sum", {*sum}, [&](long long) { return expected_sum + 1; });

  for (void* memory :
       {static_cast<void*>(keys), static_cast<void*>(values), static_cast<void*>(sum)}) {
    CHECK(cudaFree(memory));
  }
  return verdict(passed);
}
