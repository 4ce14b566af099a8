// A generator for device memory is given an array of the host.
// expect: curandGenerateUniform() is given memory of the host as output
// expect: @fill
// expect: advice  it wants memory of the device
#include <curand.h>

#include <vector>

int main() {
  std::vector<float> numbers(100);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, numbers.data(), numbers.size());  // @fill
  curandDestroyGenerator(generator);
}
