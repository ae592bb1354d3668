// Any text is a CFA or an InputError with a place.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "frontend/cfa/cfa_parser.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace arges;
  const auto source = std::make_shared<const SourceText>(
      "fuzz.cfa", std::string(reinterpret_cast<const char*>(data), size));
  ir::Context context;
  try {
    const model::Cfa cfa = frontend::parse_cfa(context, source);
    if (cfa.initial >= cfa.locations.size()) std::abort();
    for (const model::CfaEdge& edge : cfa.edges) {
      if (edge.source >= cfa.locations.size() || edge.target >= cfa.locations.size()) std::abort();
      (void)edge.statement.to_string();
    }
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
  return 0;
}
