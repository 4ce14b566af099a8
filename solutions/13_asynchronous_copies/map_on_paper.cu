// Exercise · map_on_paper: what does a tensor map say, what is in a box, and where does a swizzle put it?
// The task is README.md, hints are in hints.md, the check is check.cu.

// A matrix of floats lies row by row at a multiple of 1024: 300 rows × 198 columns, and 200 floats from one row to the
// next. None of its elements is 0. A float has 4 bytes, a half has 2.
// TODO (about 21 lines): replace -1 by the number
// The map of the matrix, for boxes of 64 rows × 32 columns. What does cuTensorMapEncodeTiled get as
constexpr int kSizes0 = 198;    // sizes[0],
constexpr int kSizes1 = 300;    // sizes[1],
constexpr int kStrides0 = 800;  // strides[0], the only one, and
constexpr int kBox0 = 32;       // box[0]?
// A kernel wants the box whose first element is in row 128, column 96. What is corner[0]?
constexpr int kCorner0 = 96;
// How many boxes does it take to cover the matrix, without overlap?
constexpr int kBoxes = 35;
// One of these is at the bottom right. How many of its elements lie in the matrix, and how many bytes does its phase
// expect?
constexpr int kInLastBox = 264;
constexpr int kLastBoxBytes = 8192;
// How many copies does a tile of 512 rows × 32 columns of a larger matrix take at least?
constexpr int kCopiesOf512Rows = 2;
// A matrix of halfs with 50 columns is to be allocated. How many halfs are there from one row to the next at least, so
// that it can have a map?
constexpr int kHalfsPerRow = 56;

// A submatrix: rows 100 to 163 and columns 40 to 139 of the matrix of floats get a map of their own, for boxes as
// before. How many floats after the beginning of the matrix is the address that this map gets, and what is strides[0]?
constexpr int kSubmatrixBegin = 20040;
constexpr int kSubmatrixStrides0 = 800;
// The box at {96, 0} of this map: how many of its elements are not 0?
constexpr int kInBoxOfSubmatrix = 256;
// With which of the columns 40 to 47 can a submatrix begin, so that there is a map of it? How many of these are there?
constexpr int kPossibleBegins = 2;

// Swizzle of 128 bytes: a box of 64 rows × 32 floats has been copied to a tile at a multiple of 1024. How many bytes
// after the beginning of the tile is the element of the box in row 13, column 21, and in which of the 32 banks?
constexpr int kByteOfFloat = 1668;
constexpr int kBankOfFloat = 1;
// The same with a box of 64 rows × 64 halfs: at which byte is the element in row 23, column 50?
constexpr int kByteOfHalf = 2964;
// In the tile of floats again: which element, that is row and column of the box, lies at byte 1000?
constexpr int kRowAt1000 = 7;
constexpr int kColumnAt1000 = 6;
// Lane l of a warp loads the float in row l, column 5. How many wavefronts does the request take?
constexpr int kColumnOfFloats = 4;
// Lane l loads 16 bytes of row l at once, columns 8 to 11, as a float4. How many wavefronts?
constexpr int kColumnOfQuads = 4;
// END
