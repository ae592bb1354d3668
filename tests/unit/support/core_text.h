#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "ir/context.h"
#include "ir/text/core_parser.h"
#include "ir/text/scope.h"

namespace arges::test {

/// A context whose variables, expressions and statements are given as core text.
class CoreText {
 public:
  CoreText() : scope(context) {}

  ir::Var declare(const std::string& name, ir::Type type) {
    const ir::Var var = context.declare(name, type);
    scope.declare(var);
    return var;
  }
  ir::Var integer(const std::string& name) { return declare(name, context.int_type()); }
  ir::Var boolean(const std::string& name) { return declare(name, context.bool_type()); }

  ir::Expr expr(const std::string& text) {
    Diagnostics diagnostics;
    const ir::Expr result = ir::parse_expression(scope, keep(text), diagnostics);
    diagnostics.throw_if_errors();
    return result;
  }
  ir::Stmt stmt(const std::string& text) {
    Diagnostics diagnostics;
    const ir::Stmt result = ir::parse_statement(scope, keep(text), diagnostics);
    diagnostics.throw_if_errors();
    return result;
  }

  ir::Context context;
  ir::Scope scope;

 private:
  const SourceText& keep(const std::string& text) {
    texts_.push_back(std::make_shared<const SourceText>("text", text));
    return *texts_.back();
  }
  std::vector<SourcePtr> texts_;
};

}  // namespace arges::test
