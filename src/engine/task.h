#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "analysis/trace/concrete_trace.h"
#include "base/env.h"
#include "base/source.h"
#include "engine/configuration.h"
#include "engine/ltl_property.h"
#include "frontend/c/c_frontend.h"
#include "ir/context.h"
#include "model/replay.h"
#include "model/statechart/lowering.h"
#include "output/result.h"
#include "output/told_trace.h"

namespace arges::engine {

/// The reason of a verdict unknown where recursion goes deeper than it was followed.
inline constexpr const char* bound_reached = frontend::c::recursion_reason;

/// Calls within themselves are never followed deeper: no run that goes there could be analysed.
inline constexpr std::uint32_t deepest_recursion = 256;
/// What results on programs with recursion call how deep it was followed.
inline constexpr const char* recursion_note = "recursion";

/// What a model is loaded for.
enum class Purpose : std::uint8_t {
  check,     ///< its properties, or those asked for
  traces,    ///< its runs; it need not have properties
  simulate,  ///< one run by hand; what is wrong with an event is told when it is sent
};

/// How models are taken that are legal, but hardly what somebody means.
enum class Rules : std::uint8_t {
  strict,   ///< refused
  lenient,  ///< with a warning
};

/// What the user asked to have checked.
struct LoadRequest {
  std::string path;
  std::string input_format;                  ///< empty: by the file's ending
  std::vector<std::string> properties;       ///< files, texts or names; empty: the model's own
  std::vector<std::string> error_locations;  ///< of a CFA
  CheckAt check_at = CheckAt::all;
  ArithmeticChoice arithmetic = ArithmeticChoice::automatic;
  DataModel data_model = DataModel::ilp32;
  std::uint32_t recursion = 0;  ///< of a C program: so deep are calls within themselves followed
  SourcePtr text = {};          ///< what the file has in it; null: read it
  bool warns = true;            ///< about what the model leaves out
  /// What the files among the properties have in them; nothing: read them.
  std::optional<std::map<std::string, std::string>> property_texts = {};
  std::vector<std::string> formulas = {};       ///< of temporal logic
  std::vector<std::string> formula_files = {};  ///< with one a line
  std::vector<std::string> fairness = {};       ///< formulas: other runs do not count
  bool termination = false;                     ///< whether every run ends
  automata::LtlSyntax ltl_syntax = automata::LtlSyntax::automatic;
  analysis::FiniteRuns finite_runs = analysis::FiniteRuns::automatic;
  StepKind step = StepKind::half;
  analysis::LoopSearch loop_search = analysis::LoopSearch::components;
  std::vector<std::string> checks = {};        ///< of a statechart, by name
  std::vector<std::string> events = {};        ///< of SCXML: that the environment may send as well
  std::vector<std::string> tried_events = {};  ///< of SCXML: that a simulation wants to send
  std::string component = {};                  ///< of Gamma: which one is the model
  std::uint32_t time_step = 0;                 ///< of a statechart, in ms; 0: as the model says
  Purpose purpose = Purpose::check;
  Rules rules = Rules::strict;  ///< of SCXML

  /// Whether something else than the model's own properties is to be checked.
  bool names_properties() const {
    return !properties.empty() || !error_locations.empty() || !checks.empty() || is_temporal();
  }
  bool is_temporal() const { return !formulas.empty() || !formula_files.empty() || termination; }
};

/// Whether SV-COMP's text of a property is that of termination.
bool asks_for_termination(std::string_view property_file);
/// Finds out whether termination is asked for, by its name or by SV-COMP's file for it.
void resolve_termination(LoadRequest& request);

/// Sets what a configuration says about the model itself.
void configure(LoadRequest& request, const Configuration& configuration);

/// The request with the texts of all files that it names: whoever loads it gets the same task.
LoadRequest with_texts(LoadRequest request);

struct TraceModel;
struct MachineQuestion;

/// A property of a loaded model: what the analysis sees of it, and what replays its violations.
struct Property {
  std::string name;
  ir::Expr condition;  ///< that must hold; null: a location is not to be reached
  std::unique_ptr<analysis::System> system;
  std::unique_ptr<model::Replayer> replayer;
  /// Targets that violate nothing: what comes after them is not in the model, for this reason.
  std::map<analysis::Control, std::string> escapes = {};
  std::vector<std::size_t> parts = {};  ///< of a united property: those that it unites
  /// Of a temporal formula, which has neither of the above.
  std::unique_ptr<LtlProperty> temporal = {};
  /// Whether what is asked is that the invariant or formula is violated by some run.
  output::Polarity polarity = output::Polarity::universal;
  output::Subject subject = {};
};

/// A loaded model with its properties; owns everything they refer to.
class Task {
 public:
  virtual ~Task() = default;

  ModelKind kind() const { return kind_; }
  ir::Context& context() { return context_; }
  /// Those asked for come first, then what unites them.
  std::size_t num_properties() const { return properties_.size(); }
  const std::string& property_name(std::size_t i) const { return properties_[i].name; }
  const analysis::System& system(std::size_t i) const {
    if (properties_[i].temporal) return properties_[i].temporal->product();
    return *properties_[i].system;
  }
  /// The temporal formula that a property is; null: it is none.
  const LtlProperty* temporal(std::size_t i) const { return properties_[i].temporal.get(); }
  const model::Replayer& replayer(std::size_t i) const { return *properties_[i].replayer; }
  /// The automaton that a C program became; null: the model is none.
  virtual const model::Cfa* program(std::size_t) const { return nullptr; }
  /// The statechart, lowered as this property needs it; null: the model is none.
  virtual const model::statechart::Lowering* chart(std::size_t) const { return nullptr; }
  /// What is asked about state machines; nothing if the model is no system of them.
  virtual MachineQuestion machines(std::size_t) const;
  output::Polarity polarity(std::size_t i) const { return properties_[i].polarity; }
  /// A result of the analysis, which knows invariants and formulas, on what was asked.
  output::PropertyResult as_asked(std::size_t i, output::PropertyResult result) const;
  /// Why a run that reaches a target is no violation; nothing: it is one.
  std::optional<std::string> escape(std::size_t i, const analysis::ConcreteTrace& run) const;
  /// Adds a property that holds if all of these do, and returns its number; nothing: the model
  /// has none such. The system is theirs but for what its targets are: numbers mean the same.
  virtual std::optional<std::size_t> unite(const std::vector<std::size_t>& properties);
  /// Properties of the same number may be united.
  virtual std::size_t kin(std::size_t) const { return 0; }
  /// Results that can be had at little cost, certified, of some of these properties.
  virtual std::vector<std::pair<std::size_t, output::PropertyResult>> easy_results(
      Env& env, const std::vector<std::size_t>& properties);
  /// What a united property is made of; empty: it is none.
  const std::vector<std::size_t>& parts(std::size_t i) const { return properties_[i].parts; }
  /// How deep the property's model follows recursive calls.
  virtual std::uint32_t recursion(std::size_t) const { return 0; }
  /// Makes it so deep; throws InputError if it gets too large.
  virtual void set_recursion(std::size_t, std::uint32_t) {}
  /// Follows recursive calls deeper, for a property that needs it; false if that is no use.
  virtual bool follow_recursion(std::size_t i);
  /// Adds a property about this model and returns its number; remove_last takes it away again.
  std::size_t add(Property property) {
    properties_.push_back(std::move(property));
    return properties_.size() - 1;
  }
  void remove_last() { properties_.pop_back(); }
  /// All runs of the model; throws UsageError where there are none for such models.
  virtual TraceModel trace_model() = 0;
  /// The properties of this name, and those that mean what the text does as a --property.
  std::vector<std::size_t> find_properties(const std::string& given);

 protected:
  explicit Task(ModelKind kind) : kind_(kind) {}
  /// The condition that a --property means; throws UsageError or InputError if it is none.
  virtual ir::Expr condition_of(const std::string& given) = 0;
  /// What temporal formulas are about; throws UsageError where there are none for such models.
  virtual LtlModel temporal_model(const LoadRequest& request, const LtlQuestion& question);
  /// Makes properties of the formulas that were asked for, and of others that are meant likewise.
  void add_formulas(const LoadRequest& request, std::vector<FormulaText> others = {});
  /// Makes one of them anew, on the model that such a request means.
  void remake_formula(std::size_t i, const LoadRequest& request);
  ModelKind kind_;
  ir::Context context_;
  std::vector<Property> properties_;

 private:
  std::vector<LtlQuestion> questions_;  ///< of the properties that are formulas
};

/// What runs that show a property are runs of.
output::RunSubject subject_of(const Task& task, std::size_t property);

/// Reads and type-checks a model and its properties; throws UsageError, InputError or LimitReached.
std::unique_ptr<Task> load(Env& env, const LoadRequest& request);

}  // namespace arges::engine
