#include "output/report/refinement_history.h"

#include <nlohmann/json.hpp>

#include "base/invariant.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;
using Outcome = RefinementHistory::Outcome;

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::spurious:
      return "spurious";
    case Outcome::violated:
      return "violated";
    case Outcome::proved:
      return "proved";
    case Outcome::stopped:
      return "stopped";
  }
  UNREACHABLE("an outcome should be known");
}

Json to_json(const std::vector<RefinementHistory::Fact>& facts) {
  Json result = Json::array();
  for (const RefinementHistory::Fact& fact : facts)
    result.push_back(
        {{"text", fact.text},
         {"kind", fact.kind == RefinementHistory::Fact::Kind::variable ? "variable" : "predicate"},
         {"where", fact.where}});
  return result;
}

Json to_json(const RefinementHistory::Iteration& iteration) {
  Json refutation = Json::array();
  for (const auto& [position, fact] : iteration.refutation)
    refutation.push_back({{"position", position}, {"fact", fact}});
  return {{"number", iteration.number},
          {"path", iteration.path},
          {"outcome", name_of(iteration.outcome)},
          {"learnt", to_json(iteration.learnt)},
          {"dropped", iteration.dropped},
          {"refutation", std::move(refutation)}};
}

/// One member of all rows.
template <typename Member>
Json column(const std::vector<RefinementHistory::Row>& rows, Member member) {
  Json result = Json::array();
  for (const RefinementHistory::Row& row : rows) result.push_back(row.*member);
  return result;
}

}  // namespace

Json to_json(const RefinementHistory& history) {
  using Row = RefinementHistory::Row;
  Json iterations = Json::array();
  for (const RefinementHistory::Iteration& one : history.iterations)
    iterations.push_back(to_json(one));
  Json targets = Json::array();
  for (const Row& row : history.rows) targets.push_back(row.is_target ? 1 : 0);
  Json covers = Json::array();
  for (const RefinementHistory::Cover& cover : history.covers)
    covers.push_back({cover.row, cover.by, cover.born, cover.died});
  Json graph;
  graph["texts"] = history.texts;
  graph["parent"] = column(history.rows, &Row::parent);
  graph["control"] = column(history.rows, &Row::control);
  graph["state"] = column(history.rows, &Row::state);
  graph["action"] = column(history.rows, &Row::action);
  graph["born"] = column(history.rows, &Row::born);
  graph["died"] = column(history.rows, &Row::died);
  graph["target"] = std::move(targets);
  graph["covers"] = std::move(covers);
  graph["left_out"] = history.left_out;
  return {{"given", to_json(history.given)},
          {"iterations", std::move(iterations)},
          {"graph", std::move(graph)}};
}

}  // namespace arges::output
