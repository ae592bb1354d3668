#pragma once

#include <string>
#include <vector>

namespace arges::campaign {

/// The files that reading one means reading too, each once, the file itself first: what it includes
/// in quotes (C, Promela), imports (Gamma), or puts together (systems of SCXML), and so on from
/// those; and what lies beside a program of RERS. Told by their texts at a glance: names that
/// macros make are not seen. Who is not there is left out.
std::vector<std::string> files_read_with(const std::string& path);

}  // namespace arges::campaign
