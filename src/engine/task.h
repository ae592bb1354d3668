#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "base/env.h"
#include "base/source.h"
#include "engine/configuration.h"
#include "ir/context.h"
#include "model/replay.h"

namespace arges::engine {

/// What the user asked to have checked.
struct LoadRequest {
  std::string path;
  std::string input_format;                  ///< empty: by the file's ending
  std::vector<std::string> properties;       ///< files, texts or names; empty: the model's own
  std::vector<std::string> error_locations;  ///< of a CFA
  CheckAt check_at = CheckAt::all;
  SourcePtr text = {};  ///< what the file has in it; null: read it
  /// What the files among the properties have in them; nothing: read them.
  std::optional<std::map<std::string, std::string>> property_texts = {};
};

/// The request with the texts of all files that it names: whoever loads it gets the same task.
LoadRequest with_texts(LoadRequest request);

/// A property of a loaded model: what the analysis sees of it, and what replays its violations.
struct Property {
  std::string name;
  ir::Expr condition;  ///< that must hold; null: a location is not to be reached
  std::unique_ptr<analysis::System> system;
  std::unique_ptr<model::Replayer> replayer;
};

/// A loaded model with its properties; owns everything they refer to.
class Task {
 public:
  virtual ~Task() = default;

  ModelKind kind() const { return kind_; }
  ir::Context& context() { return context_; }
  std::size_t num_properties() const { return properties_.size(); }
  const std::string& property_name(std::size_t i) const { return properties_[i].name; }
  const analysis::System& system(std::size_t i) const { return *properties_[i].system; }
  const model::Replayer& replayer(std::size_t i) const { return *properties_[i].replayer; }
  /// The properties of this name, and those that mean what the text does as a --property.
  std::vector<std::size_t> find_properties(const std::string& given);

 protected:
  explicit Task(ModelKind kind) : kind_(kind) {}
  /// The condition that a --property means; throws UsageError or InputError if it is none.
  virtual ir::Expr condition_of(const std::string& given) = 0;
  ModelKind kind_;
  ir::Context context_;
  std::vector<Property> properties_;
};

/// Reads and type-checks a model and its properties; throws UsageError, InputError or LimitReached.
std::unique_ptr<Task> load(Env& env, const LoadRequest& request);

}  // namespace arges::engine
