#pragma once

#include <optional>

#include <z3++.h>

#include "ir/context.h"
#include "smt/z3/translator.h"

namespace arges::smt {

/// Reads terms of a Z3 model back as values; nothing where a term is not an exact value.
class ModelReader {
 public:
  ModelReader(z3::model& model, const Translator& translator, ir::ValuePool& values)
      : model_(model), z3_(model.ctx()), translator_(translator), values_(values) {}

  /// The value of an evaluated term of the given type.
  std::optional<ir::Value> read(Z3_ast term, ir::Type type);

 private:
  std::optional<ir::Value> read_number(Z3_ast term, ir::Type type);
  std::optional<ir::Value> read_floating(Z3_ast term, ir::Type type);
  std::optional<ir::Value> read_array(const z3::expr& term, ir::Type type);
  std::optional<ir::Value> read_function(const z3::func_decl& function, ir::Type type);

  z3::model& model_;
  z3::context& z3_;
  const Translator& translator_;
  ir::ValuePool& values_;
};

}  // namespace arges::smt
