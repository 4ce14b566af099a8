"""Writes kernels as one CUDA program, `PROGRAM NUMBER`, and notes on which lines their statements are."""


class Text:
    def __init__(self):
        self.lines = []

    def add(self, line):
        """@return its number in the file"""
        self.lines.append(line)
        return len(self.lines)


def write_program(kernels, title):
    text = Text()
    text.add(f"// {title}")
    text.add('#include "random_kernel.cuh"')
    for kernel in kernels:
        text.add("")
        write_kernel(kernel, text)
    text.add("")
    text.add("int main(int, char** arguments) {")
    text.add("  switch (std::atoi(arguments[1])) {")
    for kernel in kernels:
        block = f"dim3({kernel.width}, {kernel.threads // kernel.width})"
        shape = ", ".join(map(str, (kernel.blocks, block, kernel.cluster, str(kernel.cooperative).lower(),
                                    kernel.dynamic_bytes(), kernel.global_bytes())))
        name = f"kernel_{kernel.number}" + (f"<{kernel.threads}>" if kernel.template else "")
        arrays = ", ".join(f"variable({array.name})" if array.space == "variable" else
                           f"{{nullptr, {array.offset}, {array.bytes}}}"
                           for array in kernel.arrays if not array.is_shared)
        text.add(f"    case {kernel.number}: return launch({name}, {{{shape}}}, {{{arrays}}});")
    text.add("  }")
    text.add("  return 2;")
    text.add("}")
    return "\n".join(text.lines) + "\n"


def write_kernel(kernel, text):
    for array in kernel.arrays:
        if array.space == "variable":
            text.add(f"__device__ {array.type.name} {array.name}[{array.count}];")
    for n, statement in enumerate(kernel.leaves()):
        if getattr(statement, "function", ""):
            statement.define(text, f"{kernel.number}_{n}")
    if kernel.template:
        text.add("template <int threads>")
    text.add(f"__global__ void kernel_{kernel.number}(unsigned char* global, unsigned* out) {{")
    if not kernel.template:
        text.add(f"  constexpr int threads = {kernel.threads};")
    if any(array.space == "dynamic" for array in kernel.arrays):
        text.add("  extern __shared__ __align__(16) unsigned char dynamic[];")
    for array in kernel.arrays:
        if array.space == "shared":
            text.add(f"  __shared__ __align__(16) {array.type.name} {array.name}[{array.count}];")
        elif array.space != "variable":
            base = "dynamic" if array.is_shared else "global"
            text.add(f"  auto* {array.name} = reinterpret_cast<{array.type.name}*>({base} + {array.offset});")
    two = "threadIdx.y * blockDim.x + " if kernel.width < kernel.threads else ""
    text.add(f"  const int t = {two}threadIdx.x, b = blockIdx.x;")
    text.add("  [[maybe_unused]] const int lane = t % 32, warp = t / 32;")
    rest = kernel.threads % 32
    if rest != 0:
        text.add(f"  [[maybe_unused]] const unsigned lanes = warp == threads / 32 ? (1u << {rest}) - 1 : ~0u;")
    else:
        text.add("  [[maybe_unused]] const unsigned lanes = ~0u;")
    write_groups(kernel, text)
    text.add("  unsigned x = b * 1000 + t;")
    for statement in kernel.body:
        statement.cuda(text, "  ")
    text.add("  out[b * threads + t] = x;")
    text.add("}")


def write_groups(kernel, text):
    """The groups that the kernel uses."""
    code = Text()
    for statement in kernel.body:
        statement.cuda(code, "")
    code = "\n".join(code.lines)
    if "block.sync" in code or "tile" in code:
        text.add("  const auto block = cg::this_thread_block();")
    for size in (2, 4, 8, 16):
        if f"tile{size}." in code or f"tile{size})" in code:
            text.add(f"  const auto tile{size} = cg::tiled_partition<{size}>(block);")
    if kernel.cluster > 1:
        text.add("  const auto cluster = cg::this_cluster();")
        text.add("  [[maybe_unused]] const int rank = cluster.block_rank();")
    if "grid.sync" in code:
        text.add("  const auto grid = cg::this_grid();")
