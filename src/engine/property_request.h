#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "engine/task.h"

namespace arges::engine {

/// A property the user asked for: a text to be parsed, or a name the model knows.
struct PropertyRequest {
  std::string name;
  SourcePtr text;  ///< of a file, or the option's own
  bool from_file = false;
};

using PropertyTexts = std::optional<std::map<std::string, std::string>>;

/// The text of a file of that name; null if there is none.
SourcePtr read_if_file(const std::string& name, const PropertyTexts& texts);

/// `option` is what messages call a text that is no file.
PropertyRequest read_property(const std::string& given, const std::string& option,
                              const PropertyTexts& texts = {});

/// The properties asked for by --property; of several, messages say which.
std::vector<PropertyRequest> read_properties(const LoadRequest& request);

/// Properties that mean "what the model itself forbids": SV-COMP's name for it, or an empty file.
bool means_own(const PropertyRequest& request);

}  // namespace arges::engine
