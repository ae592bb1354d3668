#pragma once

#include <string>

#include "campaign/report/differences.h"
#include "campaign/results.h"

namespace arges::campaign {

/// All that the page's script draws from, as JSON that may stand in a script element.
/// `page/data.js` reads it.
std::string page_data(const Results& results, const Differences* differences);

}  // namespace arges::campaign
