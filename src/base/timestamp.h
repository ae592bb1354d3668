#pragma once

#include <string>

namespace arges {

/// Now, or what reproducible builds call now (SOURCE_DATE_EPOCH): "2026-01-31T12:00:00Z".
std::string utc_timestamp();

}  // namespace arges
