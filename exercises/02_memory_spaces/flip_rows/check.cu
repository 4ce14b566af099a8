#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Flips an image whose rows are `pitch` bytes apart, and looks at the padding as well.
Counters check_flip(Exercise& exercise, int width, int height, std::size_t pitch) {
  const int columns = static_cast<int>(pitch / sizeof(float));  // with the padding
  std::vector<float> pixels = random_floats(std::size_t{1} * columns * height);
  pixels[width / 2] = -0.0f;  // what is moved stays as it is
  const Buffer<float> in(pixels), out(in.size());
  const Counters counters = exercise.run([&] {
    launch_flip(reinterpret_cast<char*>(out.data()), reinterpret_cast<const char*>(in.data()),
                pitch, width, height);
  });
  const auto is_padding = [&](long long i) { return i % columns >= width; };
  exercise.expect(
      out,
      [&](long long i) {
        if (is_padding(i)) return out.before()[i];
        return in.before()[(height - 1 - i / columns) * columns + i % columns];
      },
      {.signed_zeros = true, .columns = columns}, "out");
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  // Warps that have four rows on average, and blocks that have 32.
  exercise.written_by(out, {.warps_at_least = std::min(height / 4, width * height / 512),
                            .blocks_at_least = std::min(height / 32, width * height / 4096),
                            .where = [&](long long i) { return !is_padding(i); },
                            .task = "a warp may have up to four rows on average, or 512 floats"});
  return counters;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  exercise.open(pitch_for(1) != 0);  // who has written it has begun
  const int shapes[][2] = {{1, 1},  {1, 33},  {2, 5},    {31, 2},    {32, 7},   {33, 5}, {63, 64},
                           {8, 97}, {249, 3}, {3001, 1}, {301, 257}, {5, 3001}, {2, 2}};
  for (const auto& [width, height] : shapes) {
    const std::string shape =
        std::to_string(width) + " columns × " + std::to_string(height) + " rows";
    exercise.begin(shape);
    const std::size_t bytes = width * sizeof(float), pitch = pitch_for(width);
    const std::string yours = "a pitch of " + std::to_string(pitch) + " bytes: ";
    exercise.require(pitch >= bytes, yours + "a row has " + std::to_string(bytes));
    exercise.require(pitch % 32 == 0, yours + "the second row begins in the middle of a sector");
    exercise.require(pitch < bytes + 32, yours + "a whole sector of it is never used");
    if (exercise.failed()) break;

    exercise.begin(shape + ", a pitch of 512 bytes and more");
    check_flip(exercise, width, height, ((width + 127) / 128 + height % 2) * 512);

    exercise.begin(shape + ", your pitch");
    const Counters counters = check_flip(exercise, width, height, pitch);
    // Rows that begin at a sector need no more than the sectors that they fill. Who copies four floats
    // at once may copy the last three of a row one by one.
    const double sectors = ((width + 7) / 8 + 3.0) * height;
    const std::string meaning = "lanes that follow one another in x share sectors of a row";
    exercise.limit("sectors loaded", counters.global_load_sectors, sectors, meaning);
    exercise.limit("sectors stored", counters.global_store_sectors, sectors, meaning);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
