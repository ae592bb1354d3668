#include "campaign/libraries.h"

#include <sqlite3.h>

namespace arges::campaign {

std::vector<Library> libraries() {
  return {{"SQLite", "libsqlite3.", sqlite3_libversion()}, {"RE2", "libre2.", ""}};
}

}  // namespace arges::campaign
