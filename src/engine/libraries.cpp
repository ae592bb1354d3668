#include "engine/libraries.h"

#include "analysis/polyhedra/libraries.h"
#include "automata/bdd/libraries.h"
#include "frontend/c/clang/libraries.h"
#include "ir/libraries.h"
#include "output/libraries.h"
#include "smt/z3/libraries.h"

namespace arges::engine {

std::vector<Library> libraries() {
  std::vector<Library> result;
  for (const auto& part :
       {smt::libraries(), frontend::c::libraries(), analysis::polyhedra::libraries(),
        automata::libraries(), ir::libraries(), output::libraries()})
    result.insert(result.end(), part.begin(), part.end());
  // These don't tell their version.
  result.push_back({"yaml-cpp", "libyaml-cpp.", ""});
  result.push_back({"pugixml", "libpugixml.", ""});
  result.push_back({"fmt", "libfmt.", ""});
  return result;
}

}  // namespace arges::engine
