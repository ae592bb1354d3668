// Any text is a model of UML or an InputError with a place, be it read as a chart or as objects.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "frontend/uml/uml_parser.h"

namespace {

using namespace arges;

template <typename Read>
void must_be_read_or_refused(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto source = std::make_shared<const SourceText>(
      "fuzz.uml", std::string(reinterpret_cast<const char*>(data), size));
  frontend::uml_target(source);
  must_be_read_or_refused([&] {
    ir::Context context;
    frontend::parse_uml_chart(context, source, "", nullptr);
  });
  must_be_read_or_refused([&] { frontend::parse_uml_objects(source, nullptr); });
  return 0;
}
