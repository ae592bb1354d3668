#pragma once

#include <memory>
#include <string>

#include "frontend/scxml/scxml_parser.h"
#include "model/statechart/simulation.h"
#include "support/errors_of.h"

namespace arges::test {

inline SourcePtr source(const std::string& text) {
  return std::make_shared<const SourceText>("test.scxml", text);
}

/// A document with these states, which start in its first line.
inline std::string scxml(const std::string& states) {
  return R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">)" + states + "</scxml>";
}

/// The same, with our namespace as "a".
inline std::string own_scxml(const std::string& states, const std::string& attributes = "") {
  return R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" )"
         R"(xmlns:a="https://arges.dev/statechart" version="1.0" )" +
         attributes + ">" + states + "</scxml>";
}

/// Its expressions live as long as the context.
inline model::statechart::Machine machine_of(ir::Context& context, const std::string& text) {
  return frontend::parse_scxml(context, source(text)).machines.at(0);
}

/// A system for those who look at no expressions; its texts live on.
inline model::statechart::System scxml_system(const std::string& text) {
  ir::Context context;
  return frontend::parse_scxml(context, source(text));
}

inline std::string scxml_errors(const std::string& text) {
  const SourcePtr document = source(text);
  return errors_of([&] {
    ir::Context context;
    frontend::parse_scxml(context, document);
  });
}

/// Where a machine that goes on by itself ends, with blanks between the states.
inline std::string ends_in(const std::string& text) {
  ir::Context context;
  const model::statechart::System system = frontend::parse_scxml(context, source(text));
  model::statechart::Simulation simulation(context, system);
  std::string result;
  for (const std::string& one : simulation.start().configuration)
    result += (result.empty() ? "" : " ") + one;
  return result;
}

}  // namespace arges::test
