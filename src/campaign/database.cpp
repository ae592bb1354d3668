#include "campaign/database.h"

#include <filesystem>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

namespace arges::campaign {

namespace {

/// The name by which SQLite opens a file that nobody changes.
std::string as_it_is(const std::string& path) {
  std::string result = "file:";
  for (const char c : path)
    result += c == '%' || c == '?' || c == '#'
                  ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                  : std::string(1, c);
  return result + "?immutable=1";
}

}  // namespace

Database::Database(const std::string& path, Mode mode) : path_(path) {
  // Who may write puts in order what a process that was killed left behind. Who may not reads the
  // file as it is.
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  const bool may_write =
      mode == Mode::write || (access(path.c_str(), W_OK) == 0 && access(folder.c_str(), W_OK) == 0);
  const int flags = (may_write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) |
                    (mode == Mode::write ? SQLITE_OPEN_CREATE : 0);
  const std::string name = may_write ? path : as_it_is(std::filesystem::absolute(path));
  if (sqlite3_open_v2(name.c_str(), &connection_, flags, nullptr) != SQLITE_OK) {
    const std::string reason = connection_ != nullptr ? sqlite3_errmsg(connection_) : "no memory";
    sqlite3_close(connection_);
    throw UsageError(fmt::format("'{}' can't be opened: {}", path, reason));
  }
  constexpr int patience_milliseconds = 10000;  // with who reads at the same time
  sqlite3_busy_timeout(connection_, patience_milliseconds);
}

Database::~Database() { sqlite3_close(connection_); }

void Database::fail() const {
  const bool is_other_file = sqlite3_errcode(connection_) == SQLITE_NOTADB;
  throw UsageError(
      fmt::format("'{}': {}", path_, sqlite3_errmsg(connection_)),
      is_other_file ? "arges bench SET.yml writes such files" : "what was there before still is");
}

void Database::execute(const char* statements) {
  if (sqlite3_exec(connection_, statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Statement::Statement(Database& database, const char* text) : database_(database) {
  if (sqlite3_prepare_v2(database.connection_, text, -1, &statement_, nullptr) != SQLITE_OK)
    database.fail();
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(std::string_view text) {
  if (sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK)
    database_.fail();
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  if (sqlite3_bind_int64(statement_, ++bound_, number) != SQLITE_OK) database_.fail();
  return *this;
}

Statement& Statement::bind(double number) {
  if (sqlite3_bind_double(statement_, ++bound_, number) != SQLITE_OK) database_.fail();
  return *this;
}

Statement& Statement::bind_answer(std::optional<bool> value) {
  if (value) return bind(std::int64_t{*value});
  if (sqlite3_bind_null(statement_, ++bound_) != SQLITE_OK) database_.fail();
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(statement_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) database_.fail();
  return result == SQLITE_ROW;
}

void Statement::run() {
  while (step()) {
  }
  sqlite3_reset(statement_);
  bound_ = 0;
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text == nullptr
             ? ""
             : std::string(text,
                           static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

}  // namespace arges::campaign
