#include "synth/parallel/bisimulation_task.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"
#include "lts/petri/petri_net.h"
#include "output/lts_text.h"
#include "output/pnml.h"
#include "synth/attempts.h"
#include "synth/parallel/parallel_spec.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

using lts::Mts;
using lts::StateId;
using nlohmann::ordered_json;

namespace {

bool weakly_bisimilar(const Mts& a, const Mts& b, const Limits* limits) {
  const Mts both = lts::disjoint_union(a, b);
  return lts::equivalence_classes(both, lts::Equivalence::weak, limits)
      .same(both.initial(), lts::second_initial(a, b));
}

/// An LTS with structure: what it satisfies is chosen at random.
Mts random_base(const BisimulationRequest& request, FreshActions& fresh, Random& random,
                const Limits* limits) {
  const auto vocabulary = std::make_shared<Vocabulary>(fresh.table());
  std::vector<lts::ActionId> actions;
  for (std::size_t i = 0; i < request.actions; ++i) actions.push_back(fresh.next());
  SystemRequest system;
  system.vocabulary = vocabulary;
  system.alphabet = lts::Alphabet(std::move(actions));
  system.copies = request.copies;
  system.limits = limits;
  PatternChoice choice;
  choice.actions = system.alphabet;
  PatternGenerator generator(vocabulary, choice);
  for (std::size_t i = 0; i < request.structural; ++i)
    system.structural.push_back(generator.next(random));
  const Mts made = synthesize(system, random).system;
  return all_required(with_modalities(made, {50, 2 * request.percent_dropped}, random));
}

/// The LTS with one transition less, or with another target.
Mts changed(const Mts& base, Random& random) {
  const std::size_t chosen = random.below(base.num_transitions());
  const bool removes = random.percent(50);
  lts::MtsBuilder builder(base.table());
  builder.ensure_states(static_cast<StateId>(base.num_states()));
  builder.set_initial(base.initial());
  builder.add_to_alphabet(base.alphabet());
  for (StateId s = 0; s < base.num_states(); ++s) {
    const auto transitions = base.transitions(s);
    for (std::size_t i = 0; i < transitions.size(); ++i) {
      const lts::Transition& t = transitions[i];
      const bool is_chosen = base.offset(s) + i == chosen;
      if (is_chosen && removes && transitions.size() > 1) continue;
      builder.add(s, t.action(),
                  is_chosen ? static_cast<StateId>(random.below(base.num_states())) : t.target());
    }
  }
  return lts::reachable_part(builder.build());
}

DecompositionTask as_task(const Mts& base) {
  DecompositionTask result;
  result.system = base;
  return result;
}

BisimulationTask attempt(const BisimulationRequest& request, std::uint64_t seed,
                         const Limits* limits) {
  Random random(seed);
  FreshActions fresh(std::make_shared<lts::ActionTable>(), random.fork());
  BisimulationTask result;
  result.first_base = random_base(request, fresh, random, limits);
  result.second_base = result.first_base;
  for (int i = 0; i < 50 && !request.equivalent; ++i) {
    result.second_base = changed(result.first_base, random);
    if (!weakly_bisimilar(result.first_base, result.second_base, limits)) break;
  }
  if (weakly_bisimilar(result.first_base, result.second_base, limits) != request.equivalent)
    throw SynthesisError("every change of a system was equivalent to it", "more actions");
  result.first = make_parallel(as_task(result.first_base), request.shape, fresh, random, limits);
  result.second = make_parallel(as_task(result.second_base), request.shape, fresh, random, limits);
  return result;
}

/// Writes the files of a task.
Task files_of(const BisimulationTask& made, const BisimulationRequest& request,
              const std::string& name) {
  Task task;
  task.name = name;
  const lts::ActionTable& table = *made.first_base.table();
  ordered_json details = ordered_json::object();
  std::string no_net;
  for (const auto& [side, system] : {std::pair("first", &made.first), {"second", &made.second}}) {
    std::string dot;
    std::vector<std::string> names;
    for (const Mts& component : system->components) {
      names.push_back(fmt::format("{}{}", side, names.size()));
      dot += output::lts_dot(component, names.back());
    }
    task.files.push_back({fmt::format("{}.dot", side), dot});
    constexpr std::size_t most_net_transitions = 200'000;
    try {
      const lts::PetriNet net =
          lts::composition_net(pointers(system->components), names, most_net_transitions);
      task.files.push_back({fmt::format("{}.pnml", side), output::pnml(net, name)});
    } catch (const UsageError& error) {
      details[side]["no_net"] = error.what();
      no_net = error.what();
    }
    if (system->states.exact) details[side]["states"] = *system->states.exact;
    details[side]["log2_states_at_least"] = system->states.log2_at_least;
    details[side]["steps_checked"] = system->derivation.nodes.size();
  }
  std::string visible;
  for (const std::string& action : lts::names(made.first_base.alphabet(), table))
    visible += (visible.empty() ? "" : ",") + action;
  task.files.push_back({"visible.txt", visible + "\n"});
  task.files.push_back({"details.json", details.dump(1) + "\n"});
  std::string seen = visible;
  for (std::size_t at = 0; (at = seen.find(',', at)) != std::string::npos; at += 2)
    seen.insert(at + 1, " ");
  task.files.push_back({"bisimilar.prp", fmt::format("weakly bisimilar, seeing only {}\n", seen)});
  task.files.push_back(
      {"task.yml",
       fmt::format("format_version: '2.0'\ninput_files: ['first.dot', 'second.dot']\n"
                   "properties:\n  - property_file: bisimilar.prp\n    expected_verdict: {}\n"
                   "options:\n  language: LTS\n",
                   request.equivalent)});
  task.answers.push_back({"weakly bisimilar", request.equivalent});
  task.index.push_back({"weakly bisimilar", request.equivalent});
  task.facts = {{"components", made.first.components.size()},
                {"equivalent", request.equivalent},
                {"visible", visible}};
  if (!no_net.empty()) task.facts["no_net"] = no_net;
  return task;
}

BisimulationTask first_task(const BisimulationRequest& request, std::uint64_t seed,
                            const Limits* limits) {
  Random seeds(seed);
  return first_success(task_attempts, limits, [&] {
    BisimulationTask made = attempt(request, seeds.fork(), limits);
    const std::string wrong = bisimulation_error(made, request.equivalent, limits);
    INVARIANT(wrong.empty(), wrong);
    return made;
  });
}

}  // namespace

BisimulationTask synthesize_bisimulation(const BisimulationRequest& request, std::uint64_t seed,
                                         const Limits* limits) {
  return made_or_advised(
      request, [&](const BisimulationRequest& one) { return first_task(one, seed, limits); });
}

std::string bisimulation_error(const BisimulationTask& task, bool equivalent,
                               const Limits* limits) {
  constexpr std::size_t most_compared = 20'000;
  if (!task.first_base.is_lts() || !task.second_base.is_lts()) return "what is compared is no LTS";
  if (task.first_base.alphabet() != task.second_base.alphabet())
    return "what is compared has other actions";
  if (weakly_bisimilar(task.first_base, task.second_base, limits) != equivalent)
    return "the answer is another one";
  std::string wrong = parallel_error(as_task(task.first_base), task.first, limits);
  if (wrong.empty()) wrong = parallel_error(as_task(task.second_base), task.second, limits);
  if (!wrong.empty()) return wrong;
  const auto is_small = [](const ParallelSystem& system) {
    return system.states.exact && *system.states.exact <= most_compared;
  };
  if (!is_small(task.first) || !is_small(task.second)) return "";
  const lts::Alphabet& visible = task.first_base.alphabet();
  const Mts first = lts::view(lts::composed(pointers(task.first.components), limits), visible);
  const Mts second = lts::view(lts::composed(pointers(task.second.components), limits), visible);
  return weakly_bisimilar(first, second, limits) == equivalent
             ? ""
             : "the answer about the compositions is another one";
}

MakeTask read_bisimulation_task(const output::JsonCursor& spec) {
  constexpr const char* members[] = {"kind",    "name",           "components", "merged",
                                     "explore", "decoys",         "kept",       "extension",
                                     "actions", "answer",         "structural", "copies",
                                     "dropped", "at_most_states", "topology"};
  require_known(spec, members);
  constexpr const char* answers[] = {"equivalent", "nonequivalent"};
  BisimulationRequest request;
  request.equivalent = choice_or(spec, "answer", answers, 0) == 0;
  request.actions = number_or(spec, "actions", 5, 3, 30);
  request.structural = number_or(spec, "structural", 2, 1, 10);
  request.copies = number_or(spec, "copies", 1, 1, 20);
  request.percent_dropped = number_or(spec, "dropped", 20, 0, 50);
  request.shape = parallel_shape(spec);
  request.shape.decomposition.extension.kind = ExtensionKind::nonconvergent;
  return [request](std::uint64_t seed, const std::string& name, const Limits* limits) {
    return files_of(synthesize_bisimulation(request, seed, limits), request, name);
  };
}

}  // namespace arges::synth
