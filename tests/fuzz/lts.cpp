// Any text is a transition system in Aldebaran's lines or digraphs, or a net in PNML, or an
// InputError with a place.
#include <cstdlib>
#include <memory>
#include <string>

#include "base/error.h"
#include "frontend/lts/aut_reader.h"
#include "frontend/lts/dot_reader.h"
#include "frontend/lts/pnml_reader.h"

namespace {

template <typename Read>
void expect_places(const Read& read) {
  try {
    read();
  } catch (const arges::InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const arges::Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace arges;
  const auto source = std::make_shared<const SourceText>(
      "fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const auto table = std::make_shared<lts::ActionTable>();
  expect_places([&] { frontend::read_aut(*source, table); });
  expect_places([&] { frontend::read_dot(*source, table); });
  expect_places([&] { frontend::read_pnml(*source, table); });
  return 0;
}
