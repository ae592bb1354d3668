// Any text is a formula that prints as it is read, in every syntax, or an InputError with a place.
#include <cstdlib>
#include <memory>
#include <string>

#include "automata/ltl/parser.h"
#include "base/error.h"

namespace {

void parse(const std::string& text, arges::automata::LtlSyntax syntax) {
  using namespace arges;
  const auto source = std::make_shared<const SourceText>("fuzz.ltl", text);
  automata::Formulas formulas;
  try {
    const automata::ParsedFormula parsed = automata::parse_formula(formulas, *source, syntax);
    for (const automata::Atom& atom : parsed.atoms)
      if (atom.location.offset > text.size()) std::abort();
    const auto printed =
        std::make_shared<const SourceText>("printed", to_string(formulas, parsed.formula));
    if (printed->text().size() > 100 * text.size() + 100) return;  // X[500] and the like
    using enum automata::LtlSyntax;
    if (!(automata::parse_formula(formulas, *printed, spot).formula == parsed.formula))
      std::abort();
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  using enum arges::automata::LtlSyntax;
  for (const auto syntax : {automatic, spot, mondok}) parse(text, syntax);
  return 0;
}
