#include "output/composition_promela.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::output {

using automata::Formula;
using automata::Op;
using lts::ActionId;
using lts::Mts;
using lts::StateId;
using lts::Transition;

namespace {

constexpr std::size_t most_vectors = 4096;  ///< of choices, for one action

/// The LTL of spin, over the variable that has the last action.
class FormulaText {
 public:
  FormulaText(const lts::ActionPropositions& actions, const std::map<ActionId, std::string>& names)
      : actions_(actions), names_(names) {}

  std::string text(Formula f) const {
    switch (f.op()) {
      case Op::true_:
        return "true";
      case Op::false_:
        return "false";
      case Op::proposition:
        return fmt::format("(last == {})", names_.at(actions_[f.proposition()]));
      case Op::not_:
        return "!" + text(f.child());
      case Op::and_:
        return nary(f, " && ");
      case Op::or_:
        return nary(f, " || ");
      case Op::implies:
        return binary(f, "->");
      case Op::equivalent:
        return binary(f, "<->");
      case Op::xor_:
        return "!" + binary(f, "<->");
      case Op::eventually:
        return fmt::format("(<> {})", text(f.child()));
      case Op::always:
        return fmt::format("([] {})", text(f.child()));
      case Op::until:
        return binary(f, "U");
      case Op::release:
        return binary(f, "V");
      case Op::weak_until:
        // f W g is g R (f | g).
        return fmt::format("({1} V ({0} || {1}))", text(f.left()), text(f.right()));
      case Op::strong_release:
        return fmt::format("({1} U ({0} && {1}))", text(f.left()), text(f.right()));
      case Op::next:
        break;
    }
    throw UsageError("a formula with X is about single steps, which spin counts in another way",
                     "use formulas without X");
  }

 private:
  std::string binary(Formula f, const char* op) const {
    return fmt::format("({} {} {})", text(f.left()), op, text(f.right()));
  }
  std::string nary(Formula f, const char* op) const {
    std::string result = "(";
    for (std::size_t i = 0; i < f.children().size(); ++i)
      result += (i == 0 ? "" : op) + text(f.child(i));
    return result + ")";
  }

  const lts::ActionPropositions& actions_;
  const std::map<ActionId, std::string>& names_;
};

/// What one component does for an action if, of several ways, it takes the one of this number.
struct Way {
  std::size_t part;
  std::map<StateId, std::vector<StateId>> sources;  ///< by target
};

/// Writes the processes.
class PromelaText {
 public:
  explicit PromelaText(const std::vector<const Mts*>& parts) : parts_(parts) {
    lts::Alphabet all;
    for (const Mts* part : parts) all = united(all, part->alphabet());
    actions_ = all.actions();
    // Names of actions may be anything; a number makes them different.
    std::set<std::string> taken;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      std::string name = "do_";
      for (const char c : parts.front()->table()->name(actions_[i]))
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      if (!taken.insert(name).second) name += fmt::format("_{}", i + 1);
      taken.insert(name);
      names_[actions_[i]] = name;
    }
    steps_.resize(parts.size());
    for (const ActionId a : actions_) add_action(a);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i]->has_tau()) add_steps(lts::tau, {i}, i);
  }

  std::string text(const std::vector<PromelaFormula>& formulas, const std::string& title) const {
    std::string out = fmt::format(
        "/* {}: the parallel composition of {} components.\n"
        "   A step does one action, with all who know it; `last` is the last one. */\n",
        title, parts_.size());
    out += "#define do_nothing 0\n";
    for (std::size_t i = 0; i < actions_.size(); ++i)
      out += fmt::format("#define {} {}\n", names_.at(actions_[i]), i + 1);
    out += fmt::format("#define do_internal {}\n", actions_.size() + 1);
    out += fmt::format("\n{} last = do_nothing;\n", number_type(actions_.size() + 2));
    for (std::size_t i = 0; i < parts_.size(); ++i)
      out += fmt::format("{} at_{} = {};\n", number_type(parts_[i]->num_states()), i,
                         parts_[i]->initial());
    for (std::size_t i = 0; i < parts_.size(); ++i) out += process(i);
    for (const PromelaFormula& formula : formulas)
      out +=
          fmt::format("\nltl {} {{ {} }}\n", formula.name,
                      FormulaText(formula.property.actions, names_).text(formula.property.formula));
    return out;
  }

 private:
  static const char* number_type(std::size_t values) { return values <= 256 ? "byte" : "int"; }

  void add_action(ActionId action) {
    std::vector<std::size_t> participants;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (parts_[i]->alphabet().contains(action)) participants.push_back(i);
    // With the one who has the fewest so far, so that no process is left without a step for long.
    const std::size_t owner = *std::min_element(
        participants.begin(), participants.end(),
        [this](std::size_t a, std::size_t b) { return steps_[a].size() < steps_[b].size(); });
    add_steps(action, participants, owner);
  }

  /// A component has as many ways as its state with most transitions of the action has; a state
  /// with fewer has no transition in the last ones.
  std::vector<Way> ways(ActionId action, std::size_t part) const {
    std::vector<Way> result;
    for (StateId s = 0; s < parts_[part]->num_states(); ++s) {
      const auto transitions = parts_[part]->transitions(s, action);
      for (std::size_t i = 0; i < transitions.size(); ++i) {
        if (result.size() == i) result.push_back({part, {}});
        result[i].sources[transitions[i].target()].push_back(s);
      }
    }
    return result;
  }

  void add_steps(ActionId action, const std::vector<std::size_t>& participants, std::size_t owner) {
    std::vector<std::vector<Way>> choices;
    std::size_t vectors = 1;
    for (const std::size_t part : participants) {
      choices.push_back(ways(action, part));
      vectors *= choices.back().size();
      if (vectors > most_vectors)
        throw UsageError(
            fmt::format("action '{}' has too many ways to be done for a model in Promela",
                        parts_.front()->table()->name(action)),
            "components with several transitions of one action in a state multiply them");
    }
    for (std::size_t vector = 0; vector < vectors; ++vector) {
      std::vector<const Way*> chosen;
      std::size_t rest = vector;
      for (const std::vector<Way>& choice : choices) {
        chosen.push_back(&choice[rest % choice.size()]);
        rest /= choice.size();
      }
      steps_[owner].push_back(step(action, chosen));
    }
  }

  std::string step(ActionId action, const std::vector<const Way*>& ways) const {
    std::string guard;
    std::string moves;
    for (const Way* way : ways) {
      std::vector<StateId> sources;
      for (const auto& [target, from] : way->sources)
        sources.insert(sources.end(), from.begin(), from.end());
      std::sort(sources.begin(), sources.end());
      guard += fmt::format("{}({})", guard.empty() ? "" : " && ", is_at(way->part, sources));
      moves += move(*way);
    }
    return fmt::format("  :: d_step {{ {} ->\n{}      last = {}; }}\n", guard, moves,
                       action == lts::tau ? "do_internal" : names_.at(action));
  }

  static std::string is_at(std::size_t part, const std::vector<StateId>& states) {
    std::string result;
    for (const StateId s : states)
      result += fmt::format("{}at_{} == {}", result.empty() ? "" : " || ", part, s);
    return result;
  }

  static std::string move(const Way& way) {
    if (way.sources.size() == 1)
      return fmt::format("      at_{} = {};\n", way.part, way.sources.begin()->first);
    std::string result = "      if\n";
    for (const auto& [target, from] : way.sources)
      result += fmt::format("      :: {} -> at_{} = {}\n", is_at(way.part, from), way.part, target);
    return result + "      fi;\n";
  }

  std::string process(std::size_t number) const {
    std::string result = fmt::format("\nactive proctype component_{}() {{\n", number);
    // Others do all of its actions with it; it has nothing to do by itself.
    if (steps_[number].empty()) return result + "  end: (false)\n}\n";
    result += "  do\n";
    for (const std::string& step : steps_[number]) result += step;
    return result + "  od\n}\n";
  }

  const std::vector<const Mts*>& parts_;
  std::vector<ActionId> actions_;
  std::map<ActionId, std::string> names_;
  std::vector<std::vector<std::string>> steps_;  ///< of each process
};

}  // namespace

std::string composition_promela(const std::vector<const Mts*>& parts,
                                const std::vector<PromelaFormula>& formulas,
                                const std::string& title) {
  return PromelaText(parts).text(formulas, title);
}

}  // namespace arges::output
