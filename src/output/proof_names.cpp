#include "output/proof_names.h"

#include <fmt/format.h>

namespace arges::output {

ProofNames::ProofNames(const analysis::System& system) {
  ir::Context& context = system.context();
  for (const ir::Var var : system.auxiliary_variables()) {
    const std::string stem = var->name.substr(0, var->name.find('!'));
    const ir::Var stand_in =
        context.declare(fmt::format("{}#{}", stem, stand_ins_.size()), var->type, var->location);
    stand_ins_.push_back(stand_in);
    to_text_.emplace(context.var(var), context.var(stand_in));
    from_text_.emplace(context.var(stand_in), context.var(var));
  }
}

}  // namespace arges::output
