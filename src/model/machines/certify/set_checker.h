#pragma once

#include <optional>
#include <string>

#include "base/limits.h"
#include "model/machines/certify/configuration_set.h"
#include "model/machines/certify/footprint.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/question.h"

namespace arges::model::machines {

/// Checks that a set of configurations proves that nothing forbidden happens: the initial one is
/// in, every event of every member stays in, and no member and no event is forbidden. Events are
/// those of an Execution.
///
/// A member of which only the events of one object stay in must have an ample set there (Clarke,
/// Grumberg and Peled 1999, Section 10.3), and a successor with a larger number: so no cycle leaves
/// out the others for ever.
class SetChecker {
 public:
  SetChecker(const Model& model, const Question& question, const Limits& limits);

  struct Result {
    bool passed = false;
    std::string reason = {};  ///< why not
    bool ran_out = false;     ///< of time
  };
  /// Within so many seconds, if there are any.
  Result check(const ConfigurationSet& set, std::optional<double> seconds);

 private:
  /// What is wrong, or "".
  std::string check_member(const ConfigurationSet& set, std::uint32_t number);
  std::string check_event(const ConfigurationSet& set, const Configuration& at, const Event& event);
  std::string check_ample(const ConfigurationSet& set, std::uint32_t number,
                          const Configuration& at, ObjectId object);
  std::string no_ample_set(const Configuration& at, ObjectId object);
  const Footprints& footprints();
  /// Calls `visit` with the events of an object that are enabled or faulty, until it has a reason.
  template <typename Visit>
  std::string each_event(const Configuration& at, ObjectId object, const Visit& visit);

  const Model& model_;
  const Question& question_;
  const Limits& limits_;
  ConcreteEvaluator evaluator_;
  Execution execution_;
  Resolution nothing_;
  FixedChooser chooser_{nothing_};
  std::optional<Footprints> footprints_;  ///< once they are needed
};

}  // namespace arges::model::machines
