#include "engine/coverage/criteria.h"

#include "base/invariant.h"

namespace arges::engine {

namespace {

constexpr std::uint32_t number(Criterion criterion) {
  return static_cast<std::uint32_t>(criterion);
}

constexpr Choice criteria[] = {
    {"states", "every state is entered", "the least to ask for", number(Criterion::states)},
    {"configurations", "every set of states that are active together occurs",
     "for orthogonal regions and systems of machines; those that occur are the goals",
     number(Criterion::configurations)},
    {"transitions", "every transition fires", "the usual aim of test suites",
     number(Criterion::transitions)},
    {"transition-pairs", "every transition into a state is followed by every one out of it",
     "where what happens depends on the way there", number(Criterion::transition_pairs)},
    {"decisions", "every guard is true and false when it matters", "for guards over data",
     number(Criterion::decisions)},
    {"all-defs", "every assignment's value is read before it is overwritten",
     "for machines that compute", number(Criterion::all_defs)},
    {"all-uses", "every assignment reaches every place that reads it",
     "the same, for every pair of places", number(Criterion::all_uses)},
    {"values", "every value of the variables of --values occurs", "for modes kept in data",
     number(Criterion::values)},
    {"goals", "every condition of --goal holds once", "for what only you know",
     number(Criterion::goals)},
};
constexpr Choices choices{"criteria",
                          "what the traces should cover, separated by commas; traces are added for "
                          "goals that are missing, and goals that can't be reached are proved so",
                          criteria};

}  // namespace

const Choices& coverage_criteria() { return choices; }

std::string name_of(Criterion criterion) {
  for (const Choice& choice : criteria)
    if (choice.number == number(criterion)) return std::string(choice.name);
  UNREACHABLE("every criterion should have a name");
}

}  // namespace arges::engine
