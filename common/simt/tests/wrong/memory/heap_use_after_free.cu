// One kernel makes a list, the next one walks along it and frees each node before it looks for the next one.
// expect: simt: read of 8 bytes of the device heap out of bounds, inside the 16 bytes that were allocated at
// expect: @new
// expect: and freed at
// expect: @delete
// expect: @access
// expect: memory is gone with free() or delete
#include <cuda_runtime.h>

struct Node {
  int value;
  Node* next;
};

__global__ void make(Node** head) {
  Node* list = nullptr;
  for (int i = 0; i < 3; ++i) {
    list = new Node{i, list};  // @new
  }
  *head = list;
}

__global__ void destroy(Node** head) {
  Node* node = *head;
  while (node != nullptr) {
    delete node;        // @delete
    node = node->next;  // @access
  }
}

int main() {
  Node** head;
  cudaMalloc(&head, sizeof(Node*));
  make<<<1, 1>>>(head);
  destroy<<<1, 1>>>(head);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
