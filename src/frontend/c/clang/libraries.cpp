#include "frontend/c/clang/libraries.h"

#include "frontend/c/clang/translation_unit.h"

namespace arges::frontend::c {

std::vector<Library> libraries() {
  return {{"libclang", "libclang-", take(clang_getClangVersion())}};
}

}  // namespace arges::frontend::c
