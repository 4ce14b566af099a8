// cudaMemcpy3D between two pieces of linear memory.
#include "box.h"
#include "cuda_runtime_api.h"
#include "error.h"

namespace simt {
namespace {

struct Copy3D {
  BoxSide to, from;
  Box box;
};

cudaError_t side_of(const cudaPitchedPtr& memory, const cudaPos& position, const Box& box,
                    BoxSide* side) {
  if (memory.ptr == nullptr || position.x > memory.pitch || box.bytes > memory.pitch - position.x ||
      (box.slices > 1 && memory.ysize < box.rows)) {
    return cudaErrorInvalidValue;
  }
  const char* first = static_cast<const char*>(memory.ptr) + position.x +
                      (position.z * memory.ysize + position.y) * memory.pitch;
  *side = side_of(first, memory.pitch, memory.ysize, box);
  return cudaSuccess;
}

cudaError_t look_at(const cudaMemcpy3DParms* p, Copy3D* copy) {
  if (p == nullptr) return cudaErrorInvalidValue;
  if (p->srcArray != nullptr || p->dstArray != nullptr) return cudaErrorNotSupported;
  copy->box = {p->extent.width, p->extent.height, p->extent.depth};
  if (copy->box.is_empty()) return cudaSuccess;
  if (const cudaError_t error = side_of(p->dstPtr, p->dstPos, copy->box, &copy->to)) return error;
  return side_of(p->srcPtr, p->srcPos, copy->box, &copy->from);
}

}  // namespace
}  // namespace simt

using simt::result;

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  simt::Copy3D copy;
  if (const cudaError_t error = simt::look_at(parameters, &copy)) return result(error);
  return simt::copy_box(copy.to, copy.from, copy.box, parameters->kind);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  simt::Copy3D copy;
  if (const cudaError_t error = simt::look_at(parameters, &copy)) return result(error);
  return simt::copy_box(copy.to, copy.from, copy.box, parameters->kind, stream);
}
