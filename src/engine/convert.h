#pragma once

#include <cstdint>
#include <string>

#include "base/env.h"
#include "engine/options.h"
#include "engine/task.h"

namespace arges::engine {

enum class ConversionFormat : std::uint8_t { xsts, dot, plantuml, promela };
/// The values of `--to`; the numbers are ConversionFormats.
const Choices& conversion_formats();

/// The model that the request names in another format, with at most one property; throws
/// UsageError, InputError or LimitReached.
std::string convert(Env& env, const LoadRequest& request, ConversionFormat format);

}  // namespace arges::engine
