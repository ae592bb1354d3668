#pragma once

#include "engine/options.h"

namespace arges::cli {

/// The operations of `arges lts`.
const engine::Choices& lts_operations();

}  // namespace arges::cli
