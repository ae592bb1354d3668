#include "analysis/polyhedra/libraries.h"

#include "analysis/polyhedra/library.h"

namespace arges::analysis::polyhedra {

std::vector<Library> libraries() {
  return {{"PPL", "libppl.", Parma_Polyhedra_Library::version()}};
}

}  // namespace arges::analysis::polyhedra
