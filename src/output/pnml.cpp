#include "output/pnml.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "output/xml_stream.h"

namespace arges::output {

using lts::PetriNet;

namespace {

/// Written line by line: nets of a composition are large, and an XML tree of one takes long.
class PnmlText {
 public:
  PnmlText(const PetriNet& net, const std::string& name) : net_(net), name_(name) {}

  std::string text() {
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    line("<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">");
    line("  <net id=\"net\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">");
    line(fmt::format("    <name><text>{}</text></name>", xml_escaped(name_)));
    line("    <page id=\"page\">");
    for (std::size_t p = 0; p < net_.places.size(); ++p) place(p);
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) transition(t);
    units();
    line("    </page>");
    line("  </net>");
    line("</pnml>");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) {
    text_ += text;
    text_ += '\n';
  }

  void place(std::size_t number) {
    const PetriNet::Place& place = net_.places[number];
    const std::string tokens =
        place.tokens == 0
            ? ""
            : fmt::format("<initialMarking><text>{}</text></initialMarking>", place.tokens);
    line(fmt::format("      <place id=\"p{}\"><name><text>{}</text></name>{}</place>", number,
                     xml_escaped(place.name), tokens));
  }

  void transition(std::size_t number) {
    const PetriNet::NetTransition& transition = net_.transitions[number];
    const std::string& action = net_.table->name(transition.action);
    if (transition.action != lts::tau && action == "tau")
      throw UsageError("PNML has no way to write the visible action 'tau'");
    line(fmt::format("      <transition id=\"t{}\"><name><text>{}</text></name></transition>",
                     number, xml_escaped(action)));
    for (const PetriNet::Arc& a : transition.from)
      arc(fmt::format("p{}", a.place), fmt::format("t{}", number), a.weight);
    for (const PetriNet::Arc& a : transition.to)
      arc(fmt::format("t{}", number), fmt::format("p{}", a.place), a.weight);
  }

  void arc(const std::string& from, const std::string& to, std::uint32_t weight) {
    const std::string inscription =
        weight == 1 ? "" : fmt::format("<inscription><text>{}</text></inscription>", weight);
    line(fmt::format("      <arc id=\"a{}\" source=\"{}\" target=\"{}\">{}</arc>", arcs_++, from,
                     to, inscription));
  }

  void units() {
    if (net_.units.empty()) return;
    line("      <toolspecific tool=\"nupn\" version=\"1.1\">");
    line(fmt::format("        <size places=\"{}\" transitions=\"{}\" arcs=\"{}\"/>",
                     net_.places.size(), net_.transitions.size(), arcs_));
    line(fmt::format("        <structure units=\"{}\" root=\"root\" safe=\"true\">",
                     net_.units.size() + 1));
    std::string subunits;
    for (std::size_t u = 0; u < net_.units.size(); ++u)
      subunits += fmt::format("{}u{}", u == 0 ? "" : " ", u);
    line(fmt::format("          <unit id=\"root\"><places/><subunits>{}</subunits></unit>",
                     subunits));
    for (std::size_t u = 0; u < net_.units.size(); ++u) {
      std::string places;
      for (const PetriNet::PlaceId p : net_.units[u].places)
        places += fmt::format("{}p{}", places.empty() ? "" : " ", p);
      line(fmt::format("          <unit id=\"u{}\"><places>{}</places><subunits/></unit>", u,
                       places));
    }
    line("        </structure>");
    line("      </toolspecific>");
  }

  const PetriNet& net_;
  const std::string& name_;
  std::string text_;
  std::size_t arcs_ = 0;
};

}  // namespace

std::string pnml(const PetriNet& net, const std::string& name) {
  return PnmlText(net, name).text();
}

}  // namespace arges::output
