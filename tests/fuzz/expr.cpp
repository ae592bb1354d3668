// Any text is an expression of the core dialect or is complained about; an expression is what its
// own print reads back as.
#include <cstdlib>
#include <string>

#include "ir/text/core_parser.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace arges;
  ir::Context context;
  ir::Scope scope(context);
  const ir::Type integer = context.int_type();
  const ir::Type color = context.enum_type("Color", {"Red", "Green"});
  scope.add_type(color);
  scope.declare(context.declare("i", integer));
  scope.declare(context.declare("p", context.bool_type()));
  scope.declare(context.declare("r", context.rat_type()));
  scope.declare(context.declare("b", context.bv_type(8)));
  scope.declare(context.declare("c", color));
  scope.declare(context.declare("a", context.array_type(integer, integer)));
  scope.declare(
      context.declare("d", context.array_type(color, context.array_type(integer, color))));
  scope.declare(context.declare("strange name", integer));

  const SourceText source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics;
  const ir::Expr e = ir::parse_expression(scope, source, diagnostics);
  if (static_cast<bool>(e) == diagnostics.has_errors()) std::abort();
  if (!e) return 0;
  const SourceText printed("printed", e.to_string());
  const ir::Expr again = ir::parse_expression(scope, printed, diagnostics);
  // Rewriting (implication, comparison) may nest a little deeper than what was written.
  if (!again && diagnostics.errors().at(0).message.starts_with("nested more than")) return 0;
  if (again != e) std::abort();
  return 0;
}
