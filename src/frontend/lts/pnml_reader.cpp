#include "frontend/lts/pnml_reader.h"

#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "base/error.h"

namespace arges::frontend {

using lts::PetriNet;

namespace {

/// The name of an element without its namespace's prefix.
std::string_view local_name(pugi::xml_node node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Makes a net of a document: first its nodes, then what refers to them.
class PnmlReader {
 public:
  PnmlReader(const SourceText& source, const lts::ActionTablePtr& table) : source_(source) {
    net_.table = table;
  }

  PetriNet read() {
    const std::string_view text = source_.text();
    const pugi::xml_parse_result parsed = document_.load_buffer(text.data(), text.size());
    if (!parsed)
      throw InputError(place(parsed.offset),
                       fmt::format("this is no XML: {}", parsed.description()),
                       "a net in PNML is an XML document");
    const pugi::xml_node root = document_.document_element();
    if (local_name(root) != "pnml") fail(root, "expected <pnml>", "this is no net in PNML");
    const pugi::xml_node net = only_net(root);
    collect(net, 0);
    for (const pugi::xml_node node : elements_) add_node(node);
    for (const pugi::xml_node node : elements_) {
      if (local_name(node) == "arc") arc(node);
      if (local_name(node) == "unit") unit(node);
    }
    if (net_.places.empty() && net_.transitions.empty()) fail(net, "this net is empty", "");
    diagnostics_.throw_if_errors();
    return std::move(net_);
  }

 private:
  SourceLocation place(std::ptrdiff_t offset) const {
    return {&source_, static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(offset, 0))};
  }
  void complain(pugi::xml_node node, const std::string& message, const std::string& hint = "") {
    diagnostics_.error(place(node.offset_debug()), message, hint);
  }
  [[noreturn]] void fail(pugi::xml_node node, const std::string& message, const std::string& hint) {
    complain(node, message, hint);
    diagnostics_.throw_if_errors();
    throw InputError(place(node.offset_debug()), message, hint);
  }

  pugi::xml_node only_net(pugi::xml_node root) {
    pugi::xml_node result;
    for (const pugi::xml_node child : root.children()) {
      if (local_name(child) != "net") continue;
      if (result) fail(child, "there is more than one net", "a file with one net is expected");
      result = child;
    }
    if (!result) fail(root, "there is no <net>", "");
    const std::string_view type = result.attribute("type").value();
    const bool is_plain = type.empty() || type.ends_with("ptnet") || type.ends_with("pt-net") ||
                          type == "http://www.informatik.hu-berlin.de/top/pntd/ptNetb";
    if (!is_plain)
      fail(result, fmt::format("nets of type '{}' are not supported", type),
           "place/transition nets are: http://www.pnml.org/version-2009/grammar/ptnet");
    return result;
  }

  /// The text of a label: <name><text>…</text></name>.
  static std::optional<std::string> label(pugi::xml_node node, std::string_view name) {
    for (const pugi::xml_node child : node.children()) {
      if (local_name(child) != name) continue;
      for (const pugi::xml_node text : child.children()) {
        if (local_name(text) != "text") continue;
        const std::string_view value = text.text().get();
        const std::size_t first = value.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) return "";
        return std::string(value.substr(first, value.find_last_not_of(" \t\r\n") - first + 1));
      }
    }
    return std::nullopt;
  }

  std::uint32_t number(pugi::xml_node node, std::string_view name, std::uint32_t otherwise) {
    const std::optional<std::string> text = label(node, name);
    if (!text) return otherwise;
    std::uint32_t result = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), result);
    if (error != std::errc() || end != text->data() + text->size())
      complain(node, fmt::format("'{}' is no number of tokens", *text), "expected 0, 1, 2, …");
    return result;
  }

  std::string identifier(pugi::xml_node node) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) complain(node, fmt::format("a <{}> needs an id", local_name(node)));
    if (!id.empty() && !ids_.insert(id).second)
      complain(node, fmt::format("there are two elements with the id '{}'", id));
    return id;
  }

  /// What a net consists of, also that of its pages and of what tools for units say.
  void collect(pugi::xml_node parent, int depth) {
    constexpr int deepest = 100;
    if (depth == deepest) fail(parent, "pages are nested too deeply", "");
    for (const pugi::xml_node node : parent.children()) {
      const std::string_view name = local_name(node);
      const bool is_nupn =
          name == "toolspecific" && std::string_view(node.attribute("tool").value()) == "nupn";
      if (name == "page" || name == "structure" || is_nupn) collect(node, depth + 1);
      elements_.push_back(node);
    }
  }

  void add_node(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (name == "place") {
      const std::string id = identifier(node);
      places_[id] = static_cast<PetriNet::PlaceId>(net_.places.size());
      net_.places.push_back({label(node, "name").value_or(id), number(node, "initialMarking", 0)});
    }
    if (name == "transition") {
      const std::string id = identifier(node);
      const std::string action = label(node, "name").value_or(id);
      transitions_[id] = net_.transitions.size();
      net_.transitions.push_back({action == "tau" ? lts::tau : net_.table->intern(action), {}, {}});
    }
    if (name == "referencePlace" || name == "referenceTransition")
      complain(node, fmt::format("<{}> is not supported", name), "a net of one page needs none");
  }

  void arc(pugi::xml_node node) {
    const std::string source = node.attribute("source").value();
    const std::string target = node.attribute("target").value();
    const std::uint32_t weight = number(node, "inscription", 1);
    const auto from_place = places_.find(source);
    const auto to_place = places_.find(target);
    const auto from_transition = transitions_.find(source);
    const auto to_transition = transitions_.find(target);
    if (weight == 0) complain(node, "an arc that moves no token has no meaning");
    if (from_place != places_.end() && to_transition != transitions_.end())
      net_.transitions[to_transition->second].from.push_back({from_place->second, weight});
    else if (from_transition != transitions_.end() && to_place != places_.end())
      net_.transitions[from_transition->second].to.push_back({to_place->second, weight});
    else
      complain(node, fmt::format("an arc can't lead from '{}' to '{}'", source, target),
               "from a place to a transition or from a transition to a place, by their ids");
  }

  void unit(pugi::xml_node node) {
    PetriNet::Unit unit{node.attribute("id").value(), {}};
    std::string_view names;
    for (const pugi::xml_node child : node.children())
      if (local_name(child) == "places") names = child.text().get();
    constexpr std::string_view blanks = " \t\r\n";
    for (std::size_t at = names.find_first_not_of(blanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(names.find_first_of(blanks, at), names.size());
      const std::string name(names.substr(at, end - at));
      const auto found = places_.find(name);
      if (found == places_.end())
        complain(node, fmt::format("there is no place '{}' for the unit", name));
      else
        unit.places.push_back(found->second);
      at = names.find_first_not_of(blanks, end);
    }
    if (!unit.places.empty()) net_.units.push_back(std::move(unit));
  }

  const SourceText& source_;
  pugi::xml_document document_;
  Diagnostics diagnostics_;
  std::vector<pugi::xml_node> elements_;
  PetriNet net_;
  std::set<std::string> ids_;
  std::map<std::string, PetriNet::PlaceId> places_;
  std::map<std::string, std::size_t> transitions_;
};

}  // namespace

PetriNet read_pnml(const SourceText& source, const lts::ActionTablePtr& table) {
  return PnmlReader(source, table).read();
}

}  // namespace arges::frontend
