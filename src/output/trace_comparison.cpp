#include "output/trace_comparison.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/chart_value.h"
#include "output/json.h"
#include "output/json_cursor.h"

namespace arges::output {

namespace {

constexpr JsonKind traces_kind{"the file of traces",
                               "arges traces MODEL --format json -o FILE writes such files"};

/// Strings without quotes, everything else as JSON has it.
template <typename Json>
std::string text_of(const Json& value) {
  return value.is_string() ? value.template get<std::string>() : value.dump();
}

using Names = std::set<std::string>;

Outcome restricted(Outcome outcome, const Names& variables) {
  std::erase_if(outcome.variables,
                [&](const auto& entry) { return !variables.contains(entry.first); });
  return outcome;
}

Outcome outcome_of(const RunSubject& subject, const ToldStep& step, const Names& variables) {
  Outcome result{step.configuration, step.outputs, {}};
  // Their order means nothing.
  std::sort(result.outputs.begin(), result.outputs.end());
  for (const ir::Var var : step.variables)
    if (variables.contains(var->name))
      result.variables.emplace(var->name,
                               text_of(run_value_json(subject, var, step.state.get(var))));
  return result;
}

/// Two sets of traces as one tree, in which what they have in common is there once. Inputs and
/// outcomes have numbers, in the order in which they are first met.
class BehaviourTree {
 public:
  enum class Version : std::uint8_t { before, now };

  /// Adds the trace, whose steps are handed over one by one.
  void begin() { at_ = 0; }
  void add(const std::string& input, const Outcome& outcome) {
    const auto inputs = inputs_.size();
    const std::size_t i = inputs_.try_emplace(input, inputs).first->second;
    const auto outcomes = outcomes_.size();
    const std::size_t o = outcomes_.try_emplace(outcome, outcomes).first->second;
    const auto [edge, is_new] = nodes_[at_].next[i].try_emplace(o, nodes_.size());
    at_ = edge->second;
    if (is_new) nodes_.emplace_back();
  }
  void end(Version version, std::size_t trace) { traces_of(nodes_[at_], version).push_back(trace); }

  std::vector<TraceDifference> differences() {
    input_texts_.resize(inputs_.size());
    for (const auto& [text, number] : inputs_) input_texts_[number] = &text;
    outcome_values_.resize(outcomes_.size());
    for (const auto& [value, number] : outcomes_) outcome_values_[number] = &value;
    gather();
    compare();
    return std::move(result_);
  }

 private:
  struct Node {
    std::map<std::size_t, std::map<std::size_t, std::size_t>> next;  ///< by input, by outcome
    std::vector<std::size_t> before;  ///< traces that end here; once gathered: that come by
    std::vector<std::size_t> now;
  };

  static std::vector<std::size_t>& traces_of(Node& node, Version version) {
    return version == Version::before ? node.before : node.now;
  }

  /// Children have larger numbers than their parents.
  void gather() {
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      Node& node = nodes_[n];
      for (const auto& [input, outcomes] : node.next)
        for (const auto& [outcome, child] : outcomes)
          for (const Version version : {Version::before, Version::now}) {
            const auto& from = traces_of(nodes_[child], version);
            auto& to = traces_of(node, version);
            to.insert(to.end(), from.begin(), from.end());
          }
      std::sort(node.before.begin(), node.before.end());
      std::sort(node.now.begin(), node.now.end());
    }
  }

  /// Goes through all that both versions come by; traces may be too long for recursion.
  void compare() {
    struct Visit {
      std::size_t node;
      std::vector<std::string> inputs;
      std::vector<std::string> ways;
    };
    std::vector<Visit> open{{0, {}, {}}};
    while (!open.empty()) {
      const Visit visit = std::move(open.back());
      open.pop_back();
      std::vector<Visit> children;
      for (const auto& [input, outcomes] : nodes_[visit.node].next) {
        std::vector<std::string> inputs = visit.inputs;
        if (visit.node != 0) inputs.push_back(*input_texts_[input]);
        compare(inputs, visit.ways, outcomes);
        for (const auto& [outcome, child] : outcomes) {
          if (nodes_[child].before.empty() || nodes_[child].now.empty()) continue;
          std::vector<std::string> ways = visit.ways;
          ways.push_back(way_text(outcome, outcomes));
          children.push_back({child, inputs, std::move(ways)});
        }
      }
      open.insert(open.end(), std::make_move_iterator(children.rbegin()),
                  std::make_move_iterator(children.rend()));
    }
  }

  /// One input after which both versions may lead to several outcomes.
  void compare(const std::vector<std::string>& inputs, const std::vector<std::string>& ways,
               const std::map<std::size_t, std::size_t>& outcomes) {
    using Edge = std::pair<std::size_t, std::size_t>;
    std::vector<Edge> before;
    std::vector<Edge> now;
    bool is_in_before = false;
    bool is_in_now = false;
    for (const Edge edge : outcomes) {
      const Node& node = nodes_[edge.second];
      if (node.now.empty()) before.push_back(edge);
      if (node.before.empty()) now.push_back(edge);
      is_in_before = is_in_before || !node.before.empty();
      is_in_now = is_in_now || !node.now.empty();
    }
    using Kind = TraceDifference::Kind;
    const Kind kind = !is_in_before ? Kind::added : !is_in_now ? Kind::gone : Kind::changed;
    for (std::size_t i = 0; i < std::max(before.size(), now.size()); ++i) {
      TraceDifference one{kind, inputs, {}, {}};
      if (i < before.size()) {
        one.before = *outcome_values_[before[i].first];
        one.traces_before = nodes_[before[i].second].before;
      }
      if (i < now.size()) {
        one.now = *outcome_values_[now[i].first];
        one.traces_now = nodes_[now[i].second].now;
      }
      one.ways = ways;
      result_.push_back(std::move(one));
    }
  }

  /// In what an outcome is not like the others of the same input; empty: there are none.
  std::string way_text(std::size_t outcome, const std::map<std::size_t, std::size_t>& all) const {
    const Outcome& this_one = *outcome_values_[outcome];
    const auto differs = [&](const auto& part) {
      return std::any_of(all.begin(), all.end(), [&](const auto& other) {
        return part(*outcome_values_[other.first]) != part(this_one);
      });
    };
    std::vector<std::string> parts;
    if (differs([](const Outcome& one) { return one.configuration; }))
      parts = this_one.configuration;
    if (differs([](const Outcome& one) { return one.outputs; }))
      parts.push_back(
          fmt::format("sends {}", this_one.outputs.empty()
                                      ? "nothing"
                                      : fmt::format("{}", fmt::join(this_one.outputs, ", "))));
    for (const auto& [name, value] : this_one.variables) {
      const auto value_in = [&, name = name](const Outcome& one) {
        const auto found = one.variables.find(name);
        return found == one.variables.end() ? "" : found->second;
      };
      if (differs(value_in)) parts.push_back(fmt::format("{} = {}", name, value));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::size_t at_ = 0;
  std::map<std::string, std::size_t> inputs_;
  std::map<Outcome, std::size_t> outcomes_;
  std::vector<const std::string*> input_texts_;
  std::vector<const Outcome*> outcome_values_;
  std::vector<TraceDifference> result_;
};

std::vector<std::string> without(const Names& names, const Names& others) {
  std::vector<std::string> result;
  std::set_difference(names.begin(), names.end(), others.begin(), others.end(),
                      std::back_inserter(result));
  return result;
}

Names variables_in(const RecordedTraces& set) {
  Names result;
  for (const RecordedTrace& trace : set.traces)
    for (const auto& [input, outcome] : trace)
      for (const auto& [name, value] : outcome.variables) result.insert(name);
  return result;
}

Names variables_in(const TraceSet& set) {
  Names result;
  for (std::size_t i = 0; i < set.size; ++i)
    for (const ToldStep& step : set.told(i))
      for (const ir::Var var : step.variables) result.insert(var->name);
  return result;
}

}  // namespace

std::size_t TraceComparison::count(TraceDifference::Kind kind) const {
  const auto has_kind = [&](const TraceDifference& one) { return one.kind == kind; };
  return static_cast<std::size_t>(std::count_if(differences.begin(), differences.end(), has_kind));
}

std::string value_text(const model::statechart::System* chart, ir::Var var, ir::Value value) {
  return text_of(run_value_json(chart, var, value));
}

RecordedTraces read_recorded(const SourceText& source) {
  const nlohmann::json document = JsonCursor::parse(source, traces_kind);
  const JsonCursor root(document, source, traces_kind);
  RecordedTraces result{source.name(), {}, {}};
  root.member("traces").for_each_element([&](const JsonCursor& trace) {
    RecordedTrace& to = result.traces.emplace_back();
    trace.member("steps").for_each_element([&](const JsonCursor& step) {
      Outcome outcome{step.member("configuration").texts(), step.member("outputs").texts(), {}};
      std::sort(outcome.outputs.begin(), outcome.outputs.end());
      step.member("variables").for_each_member([&](const std::string& name, const JsonCursor& at) {
        outcome.variables.emplace(name, text_of(at.value()));
      });
      to.emplace_back(step.member("action").text(), std::move(outcome));
    });
  });
  if (const auto reason = root.optional_member("incomplete"); reason && !reason->value().is_null())
    result.why_incomplete = reason->text();
  return result;
}

TraceComparison compare(const RecordedTraces& before, const TraceSet& now) {
  TraceComparison result{now.model, before.path, before.traces.size(),  now.size,          {},
                         {},        {},          before.why_incomplete, now.why_incomplete};
  const Names old_variables = variables_in(before);
  const Names new_variables = variables_in(now);
  result.added_variables = without(new_variables, old_variables);
  result.gone_variables = without(old_variables, new_variables);
  BehaviourTree tree;
  for (std::size_t i = 0; i < before.traces.size(); ++i) {
    tree.begin();
    for (const auto& [input, outcome] : before.traces[i])
      tree.add(input, restricted(outcome, new_variables));
    tree.end(BehaviourTree::Version::before, i);
  }
  for (std::size_t i = 0; i < now.size; ++i) {
    tree.begin();
    for (const ToldStep& step : now.told(i))
      tree.add(step.cause, outcome_of(now.subject, step, old_variables));
    tree.end(BehaviourTree::Version::now, i);
  }
  result.differences = tree.differences();
  return result;
}

}  // namespace arges::output
