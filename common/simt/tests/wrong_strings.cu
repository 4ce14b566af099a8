// Every program may have functions of std::string, instrumented like the rest of its code, and the
// linker may take them for the backend's own. The wrong programs have all of them, so that no report
// comes to grief over the memory of its own text.
#include <string>

template class std::basic_string<char>;
