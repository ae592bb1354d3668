#pragma once

#include <string>

#include "base/limits.h"
#include "engine/options.h"

namespace arges::cli {

/// What a run was asked to do.
struct RunSettings {
  engine::ModelKind kind = {};
  engine::Configuration configuration;
  Limits::Settings limits;
};

/// What may help where such a run gave no answer for this reason, as options on one line; "" if
/// nothing is known to.
std::string advice(const RunSettings& settings, const std::string& reason);
/// The same where a run leaves the model.
std::string advice_on_leaving(const RunSettings& settings, const std::string& reason);

}  // namespace arges::cli
