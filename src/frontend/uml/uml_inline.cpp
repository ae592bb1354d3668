#include "frontend/uml/uml_inline.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace arges::frontend::uml {

namespace {

/// More vertices than this are a mistake: machines that double with each level.
constexpr std::size_t most_vertices = 20'000;

/// Copies the content of machines into states.
class Inliner {
 public:
  Inliner(Outline& outline, Diagnostics& diagnostics)
      : outline_(outline), diagnostics_(diagnostics) {}

  void run() {
    // The list grows: what was copied may have such states as well.
    for (Index v = 0; v < outline_.vertices.size(); ++v) {
      if (outline_.vertices[v].elsewhere)
        diagnostics_.error(outline_.vertices[v].elsewhere->location(),
                           "a state machine in another file is not supported",
                           "copy it into this file");
      if (outline_.vertices[v].submachine == nothing) continue;
      if (is_inside_itself(v)) {
        diagnostics_.error(outline_.vertices[v].location,
                           fmt::format("the state machine '{}' has itself inside",
                                       outline_.machines[outline_.vertices[v].submachine].name),
                           "let it stand for another machine");
        return;
      }
      if (outline_.vertices.size() > most_vertices) {
        diagnostics_.error(outline_.vertices[v].location, "too many copies of state machines");
        return;
      }
      copy_into(v);
    }
  }

 private:
  bool is_inside_itself(Index state) const {
    const Index machine = outline_.vertices[state].submachine;
    for (Index at = state; at != nothing;) {
      const auto copied = copied_from_.find(at);
      if (copied != copied_from_.end() && copied->second == machine) return true;
      const Index region = outline_.vertices[at].region;
      const auto& regions = outline_.machines[machine].regions;
      if (std::find(regions.begin(), regions.end(), region) != regions.end()) return true;
      at = region == nothing ? nothing : outline_.regions[region].state;
    }
    return false;
  }

  void copy_into(Index state) {
    const Index machine = outline_.vertices[state].submachine;
    copied_from_[state] = machine;
    vertices_.clear();
    const std::vector<Index> points = outline_.machines[machine].points;
    const std::vector<Index> references = outline_.vertices[state].points;
    std::vector<Index> own;
    for (const Index point : points) {
      own.push_back(copy_vertex(point, nothing));
      outline_.vertices[own.back()].owner = state;
    }
    const std::vector<Index> regions = outline_.machines[machine].regions;
    for (const Index region : regions) {
      const Index copy = copy_region(region, state);
      outline_.vertices[state].regions.push_back(copy);
    }
    for (const Index region : regions) copy_transitions(region);
    for (const Index reference : references) resolve(reference);
    outline_.vertices[state].points = own;
    outline_.vertices[state].submachine = nothing;
  }

  Index copy_vertex(Index from, Index region) {
    Vertex copy = outline_.vertices[from];
    const std::vector<Index> regions = copy.regions;
    const std::vector<Index> points = copy.points;
    copy.regions.clear();
    copy.points.clear();
    copy.region = region;
    outline_.vertices.push_back(std::move(copy));
    const auto to = static_cast<Index>(outline_.vertices.size() - 1);
    vertices_[from] = to;
    if (const auto origin = copied_from_.find(from); origin != copied_from_.end())
      copied_from_[to] = origin->second;
    for (const Index point : points) {
      const Index inner = copy_vertex(point, nothing);
      outline_.vertices[inner].owner = to;
      outline_.vertices[to].points.push_back(inner);
    }
    for (const Index inner : regions) {
      const Index region_copy = copy_region(inner, to);
      outline_.vertices[to].regions.push_back(region_copy);
    }
    return to;
  }

  Index copy_region(Index from, Index state) {
    Region copy = outline_.regions[from];
    const std::vector<Index> vertices = copy.vertices;
    copy.vertices.clear();
    copy.transitions.clear();
    copy.state = state;
    outline_.regions.push_back(std::move(copy));
    const auto to = static_cast<Index>(outline_.regions.size() - 1);
    regions_[from] = to;
    for (const Index vertex : vertices) {
      const Index inner = copy_vertex(vertex, to);
      outline_.regions[to].vertices.push_back(inner);
    }
    return to;
  }

  Index copied(Index vertex) const {
    const auto found = vertices_.find(vertex);
    return found == vertices_.end() ? vertex : found->second;
  }

  void copy_transitions(Index from) {
    const std::vector<Index> transitions = outline_.regions[from].transitions;
    for (const Index t : transitions) {
      Transition copy = outline_.transitions[t];
      copy.source = copied(copy.source);
      copy.target = copied(copy.target);
      outline_.transitions.push_back(std::move(copy));
      outline_.regions[regions_.at(from)].transitions.push_back(
          static_cast<Index>(outline_.transitions.size() - 1));
    }
    const std::vector<Index> vertices = outline_.regions[from].vertices;
    for (const Index vertex : vertices)
      for (const Index inner : outline_.vertices[vertex].regions)
        if (regions_.contains(inner)) copy_transitions(inner);
  }

  /// Transitions to and from a reference are those of the point it refers to.
  void resolve(Index reference) {
    const std::vector<Index>& referred = outline_.vertices[reference].referred;
    if (referred.size() != 1 || !vertices_.contains(referred.front())) {
      diagnostics_.error(outline_.vertices[reference].location,
                         "a connection point reference that refers to no point of the machine that "
                         "its state stands for",
                         "let its 'entry' or 'exit' be one of that machine's connection points");
      return;
    }
    const Index point = copied(referred.front());
    for (Transition& transition : outline_.transitions) {
      if (transition.source == reference) transition.source = point;
      if (transition.target == reference) transition.target = point;
    }
  }

  Outline& outline_;
  Diagnostics& diagnostics_;
  std::map<Index, Index> vertices_;  ///< of the machine that is being copied, to their copies
  std::map<Index, Index> regions_;
  std::map<Index, Index> copied_from_;  ///< states to the machines whose content they have
};

}  // namespace

void inline_submachines(Outline& outline, Diagnostics& diagnostics) {
  Inliner(outline, diagnostics).run();
}

}  // namespace arges::frontend::uml
