// Any text is an XSTS or an InputError with a place; what was read prints as core statements that
// read back the same.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "frontend/xsts/xsts_parser.h"
#include "ir/text/core_parser.h"

namespace {

using namespace arges;

void check_statement(ir::Context& context, const model::Xsts& xsts, ir::Stmt statement) {
  ir::Scope scope(context);
  for (const ir::Type type : xsts.enumerations) scope.add_type(type);
  for (const model::XstsVariable& variable : xsts.variables) scope.declare(variable.var);
  const SourceText printed("printed", statement.to_string());
  Diagnostics diagnostics;
  const ir::Stmt again = ir::parse_statement(scope, printed, diagnostics);
  // Sums of differences and the like may nest one level deeper than they were written.
  if (!again && diagnostics.errors().at(0).message.starts_with("nested more than")) return;
  if (!again || again.to_string() != printed.text()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto source = std::make_shared<const SourceText>(
      "fuzz.xsts", std::string(reinterpret_cast<const char*>(data), size));
  ir::Context context;
  try {
    const model::Xsts xsts = frontend::parse_xsts(context, source);
    for (const auto* section : {&xsts.trans, &xsts.init, &xsts.env})
      for (const ir::Stmt branch : *section) check_statement(context, xsts, branch);
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
  return 0;
}
