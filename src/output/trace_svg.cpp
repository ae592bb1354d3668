#include <algorithm>

#include <fmt/format.h>

#include "output/sequence_svg.h"
#include "output/trace_formats.h"
#include "output/xml_stream.h"

namespace arges::output {

namespace {

SequenceDiagram diagram_of(const TraceSet& set, std::size_t trace) {
  return make_sequence_diagram(fmt::format("{}: trace {}", set.model, trace + 1), set.subject,
                               set.trace(trace));
}

}  // namespace

void write_svg(const TraceSet& set, const Sink& sink) {
  // A drawing begins with its size, so that every trace is looked at twice.
  double width = 200;
  double height = 0;
  for (std::size_t i = 0; i < set.size; ++i) {
    const SequenceDiagram diagram = diagram_of(set, i);
    const SequenceSvg drawing(diagram);
    width = std::max(width, drawing.width());
    height += drawing.height();
  }
  height = std::max(height, 20.0);
  const std::string across = fmt::format("{:.0f}", width);
  const std::string down = fmt::format("{:.0f}", height);
  XmlStream xml(sink);
  xml.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                   {"width", across},
                   {"height", down},
                   {"viewBox", fmt::format("0 0 {} {}", across, down)}});
  xml.add("title", {}, [&](pugi::xml_node title) {
    title.text().set(xml_text(set.model + ": traces").c_str());
  });
  xml.add("style", {}, [](pugi::xml_node style) { style.text().set(SequenceSvg::style()); });
  xml.add("rect", {{"class", "page"}, {"width", across}, {"height", down}}, [](pugi::xml_node) {});
  double top = 0;
  for (std::size_t i = 0; i < set.size; ++i) {
    const SequenceDiagram diagram = diagram_of(set, i);
    SequenceSvg drawing(diagram);
    xml.add("g", {{"id", fmt::format("trace-{}", i + 1)}},
            [&](pugi::xml_node group) { drawing.draw(group, top); });
    top += drawing.height();
  }
  xml.close();
}

}  // namespace arges::output
