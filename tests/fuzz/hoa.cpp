// Any text is an automaton that prints and can be searched, or an InputError with a place.
#include <cstdlib>
#include <memory>
#include <string>

#include "automata/omega/hoa_reader.h"
#include "automata/omega/hoa_writer.h"
#include "automata/omega/word.h"
#include "base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace arges;
  const auto source = std::make_shared<const SourceText>(
      "fuzz.hoa", std::string(reinterpret_cast<const char*>(data), size));
  try {
    const automata::Automaton automaton = automata::read_hoa(*source);
    if (automaton.num_states() > 1000) return 0;
    const auto printed = std::make_shared<const SourceText>("printed", automata::to_hoa(automaton));
    const automata::Automaton again = automata::read_hoa(*printed);
    if (automata::accepted_word(automaton).has_value() !=
        automata::accepted_word(again).has_value())
      std::abort();
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const Diagnostic& one : error.diagnostics())
      if (!one.location || one.render().empty()) std::abort();
  }
  return 0;
}
