#include "campaign/inputs.h"

#include "base/error.h"

namespace arges::campaign {

SourcePtr Inputs::read(const frontend::YamlCursor& at) {
  try {
    SourcePtr result = read_source(at.path());
    add(at.path());
    return result;
  } catch (const UsageError& error) {
    at.fail(error.what(), "paths are from where this file lies");
  }
}

}  // namespace arges::campaign
