#include "model/xsts/xsts.h"

namespace arges::model {

const XstsVariable* Xsts::find_variable(std::string_view name) const {
  for (const XstsVariable& variable : variables)
    if (variable.var->name == name) return &variable;
  return nullptr;
}

}  // namespace arges::model
