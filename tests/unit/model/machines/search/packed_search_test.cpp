// The packed search of state machines finds what a search with Execution finds, with and without
// partial-order reduction, and its proofs pass their check.
#include <deque>
#include <set>

#include <gtest/gtest.h>

#include "frontend/machines/sm_parser.h"
#include "model/machines/certify/set_checker.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/random_machines.h"
#include "model/machines/search/packed_set.h"

namespace arges::model::machines {
namespace {

constexpr std::size_t most_configurations = 3000;

frontend::MachineSystem parse(const std::string& text) {
  return frontend::parse_machines(std::make_shared<const SourceText>("random.sm", text), nullptr);
}

/// Breadth first with Execution, in the order of its events.
class ReferenceSearch {
 public:
  enum class Kind : std::uint8_t { holds, violated, escaped, too_large };

  ReferenceSearch(const Model& model, const Question& question)
      : question_(question), evaluator_(model), execution_(model, evaluator_) {}

  Kind run() {
    add(execution_.initial(), 0);
    for (; next_ < waiting_.size(); ++next_) {
      if (waiting_.size() > most_configurations) return Kind::too_large;
      const Configuration at = waiting_[next_];
      depth_ = depths_[next_];
      if (violates(execution_, question_, at, chooser_)) return Kind::violated;
      for (const Event& event : execution_.events()) {
        if (execution_.enabled(at, event, chooser_) == Enabled::no) continue;
        Execution::Outcome outcome = execution_.execute(at, event, chooser_);
        const bool is_asked =
            question_.asks_for(outcome.fault) ||
            (event.kind == Event::Kind::implicit && question_.kind == Question::Kind::implicit);
        if (is_asked) {
          ++depth_;
          return Kind::violated;
        }
        if (question_.ends_at(outcome.fault) && !first_escape_) first_escape_ = depth_ + 1;
        if (outcome.fault == Fault::nothing) add(std::move(outcome.configuration), depth_ + 1);
      }
    }
    depth_ = first_escape_.value_or(depth_);
    return first_escape_ ? Kind::escaped : Kind::holds;
  }

  std::size_t depth() const { return depth_; }
  const std::deque<Configuration>& found() const { return waiting_; }

  /// Whether the events are a run that ends in what is forbidden, or in a full queue.
  bool ends_forbidden(const std::vector<Event>& events) {
    Configuration at = execution_.initial();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (execution_.enabled(at, events[i], chooser_) == Enabled::no) return false;
      Execution::Outcome outcome = execution_.execute(at, events[i], chooser_);
      const bool is_loss =
          events[i].kind == Event::Kind::implicit && question_.kind == Question::Kind::implicit;
      if (is_loss || question_.ends_at(outcome.fault)) return i + 1 == events.size();
      if (outcome.fault != Fault::nothing) return false;
      at = std::move(outcome.configuration);
    }
    return violates(execution_, question_, at, chooser_);
  }

 private:
  void add(Configuration configuration, std::size_t depth) {
    if (!known_.insert(key_of(configuration)).second) return;
    waiting_.push_back(std::move(configuration));
    depths_.push_back(depth);
  }

  const Question& question_;
  ConcreteEvaluator evaluator_;
  Execution execution_;
  Resolution nothing_;
  FixedChooser chooser_{nothing_};
  std::deque<Configuration> waiting_;
  std::deque<std::size_t> depths_;
  std::set<std::vector<std::uint64_t>> known_;
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
  std::optional<std::size_t> first_escape_;
};

using Kind = ReferenceSearch::Kind;

Kind kind_of(const PackedSearch::Answer& answer) {
  using Found = PackedSearch::Answer::Kind;
  return answer.kind == Found::holds      ? Kind::holds
         : answer.kind == Found::violated ? Kind::violated
                                          : Kind::escaped;
}

std::vector<Question> questions_about(Model& model, const char* condition) {
  return {{Question::Kind::faults, {}},
          {Question::Kind::faults, {Fault::assertion}},
          {Question::Kind::faults,
           {Fault::null_reference, Fault::division_by_zero, Fault::bad_shift, Fault::overflow}},
          {Question::Kind::faults, {Fault::queue_full}},
          {Question::Kind::implicit},
          {Question::Kind::deadlock},
          {Question::Kind::invariant,
           {},
           frontend::parse_machine_condition(model, SourceText("condition", condition))}};
}

struct Compared {
  std::size_t questions = 0;
  std::size_t proofs = 0;
  std::size_t violations = 0;
  std::size_t reduced = 0;  ///< proofs that needed fewer configurations
};

void expect_proof(const Env& env, const Model& model, const Question& question,
                  const PackedSearch& search) {
  SetChecker checker(model, question, env.limits);
  const SetChecker::Result result = checker.check(PackedSet(search), {});
  ASSERT_TRUE(result.passed) << result.reason;
}

void expect_same_set(const PackedSearch& search, const std::deque<Configuration>& expected) {
  const PackedSet set(search);
  ASSERT_EQ(set.size(), expected.size());
  for (std::uint32_t i = 0; i < set.size(); ++i)
    ASSERT_TRUE(are_equal(set.member(i), expected[i])) << i;
}

void compare(const Model& model, const Question& question, Compared& compared) {
  ReferenceSearch reference(model, question);
  const Kind expected = reference.run();
  if (expected == Kind::too_large) return;
  Env env;
  PackedSearch search(env, model, question, Reduction::off);
  const PackedSearch::Answer answer = search.run();
  ASSERT_EQ(kind_of(answer), expected);
  ++compared.questions;
  PackedSearch reducing(env, model, question, Reduction::ample);
  const PackedSearch::Answer reduced = reducing.run();
  ASSERT_EQ(kind_of(reduced), expected);
  ASSERT_LE(reducing.states().size(),
            expected == Kind::holds ? search.states().size() : UINT32_MAX);
  if (expected != Kind::holds) {
    ++compared.violations;
    ASSERT_EQ(answer.run.size(), reference.depth());
    ASSERT_TRUE(reference.ends_forbidden(answer.run));
    ASSERT_TRUE(reference.ends_forbidden(reduced.run));
    return;
  }
  ++compared.proofs;
  ASSERT_NO_FATAL_FAILURE(expect_same_set(search, reference.found()));
  ASSERT_NO_FATAL_FAILURE(expect_proof(env, model, question, search));
  ASSERT_NO_FATAL_FAILURE(expect_proof(env, model, question, reducing));
  if (reducing.states().size() < search.states().size()) ++compared.reduced;
}

template <typename Write>
Compared compare_all(unsigned seeds, const Write& write, std::vector<const char*> conditions) {
  Compared compared;
  for (unsigned seed = 1; seed <= seeds && !::testing::Test::HasFatalFailure(); ++seed) {
    RandomMachines random(seed);
    const std::string text = write(random);
    SCOPED_TRACE(std::to_string(seed) + "\n" + text);
    frontend::MachineSystem system = parse(text);
    for (const Question& question :
         questions_about(system.model, conditions[seed % conditions.size()])) {
      SCOPED_TRACE(static_cast<int>(question.kind));
      compare(system.model, question, compared);
    }
  }
  ::testing::Test::RecordProperty("questions", std::to_string(compared.questions));
  ::testing::Test::RecordProperty("proofs", std::to_string(compared.proofs));
  ::testing::Test::RecordProperty("violations", std::to_string(compared.violations));
  ::testing::Test::RecordProperty("reduced", std::to_string(compared.reduced));
  return compared;
}

TEST(PackedSearch, FindsWhatExecutionFinds) {
  const Compared compared =
      compare_all(2000, [](RandomMachines& random) { return random.text(); },
                  {"a1.n < 3", "!(b.S2 && a1.S1)", "b.m != 2 || a1.f", "a1.peer.peer.n < 1"});
  EXPECT_GT(compared.proofs, 1000);
  EXPECT_GT(compared.violations, 3000);
}

TEST(PackedSearch, ReductionChangesNoVerdict) {
  const Compared compared =
      compare_all(3000, [](RandomMachines& random) { return random.local_text(); },
                  {"o0.n < 2", "!(o1.S2 && o2.S1)", "o0.m != 1 || o1.n == 0", "o2.S0 || o0.n < 1"});
  EXPECT_GT(compared.proofs, 3000);
  EXPECT_GT(compared.violations, 3000);
  EXPECT_GT(compared.reduced, 500);
}

/// The values need one, two and four bytes, in variables and in messages: rows are written again.
TEST(PackedSearch, WidensNumbersThatDoNotFit) {
  frontend::MachineSystem system = parse(R"(
    signal give(int v), taken;
    class Giver { int n; Taker taker;
      initial state S { [n < 70000] -> Waiting { n = n + 100; send give(n) to taker; } }
      state Waiting { on taken -> S; } }
    class Taker { int last; Giver giver; queue 1;
      initial state S { on give(int v) { last = v; send taken to giver; } } }
    object giver : Giver { taker = taker; }
    object taker : Taker { giver = giver; }
  )");
  Compared compared;
  for (const Question& question : questions_about(system.model, "taker.last < 69999"))
    compare(system.model, question, compared);
  EXPECT_EQ(compared.proofs, 5);
  EXPECT_EQ(compared.violations, 2);  // the deadlock at the end, and the condition
}

/// A checker that accepts anything would be of no use: sets with something wrong are refused.
TEST(SetChecker, RefusesWhatIsNoProof) {
  frontend::MachineSystem system = parse(R"(
    class Counter { int n; initial state S { [n < 5] { n = n + 1; } } }
    class Free { int m; initial state S { -> T { m = 1; } } final state T; }
    class Writer { Counter counter; bool done; initial state S { [!done] { done = true; counter.n = 0; } } }
    object counter : Counter;
    object free : Free;
    object writer : Writer { counter = counter; }
  )");
  const Question question{Question::Kind::faults, {Fault::assertion}};
  Env env;
  PackedSearch search(env, system.model, question, Reduction::off);
  ASSERT_EQ(search.run().kind, PackedSearch::Answer::Kind::holds);
  const PackedSet set(search);
  std::vector<Configuration> all;
  for (std::uint32_t i = 0; i < set.size(); ++i) all.push_back(set.member(i));
  SetChecker checker(system.model, question, env.limits);
  EXPECT_TRUE(checker.check(ListedConfigurations(all, {}), {}).passed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Configuration> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(checker.check(ListedConfigurations(fewer, {}), {}).passed) << i;
  }
  // Only `free` is independent of the others, and only until it moved.
  for (ObjectId only = 0; only < 4; ++only) {
    std::vector<ObjectId> expanded(all.size(), none);
    expanded[0] = only;
    EXPECT_EQ(checker.check(ListedConfigurations(all, expanded), {}).passed, only == 1) << only;
    EXPECT_FALSE(
        checker.check(ListedConfigurations(all, std::vector<ObjectId>(all.size(), only)), {})
            .passed);
  }
}

}  // namespace
}  // namespace arges::model::machines
