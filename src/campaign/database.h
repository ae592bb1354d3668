#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace arges::campaign {

/// A connection to a file of SQLite. What that complains about, as a full disk, or a file that is
/// none of its, is a UsageError.
class Database {
 public:
  enum class Mode : std::uint8_t { read, write };
  Database(const std::string& path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Statements that return nothing.
  void execute(const char* statements);

 private:
  friend class Statement;
  [[noreturn]] void fail() const;
  std::string path_;
  sqlite3* connection_ = nullptr;
};

/// A prepared statement with its parameters.
class Statement {
 public:
  Statement(Database& database, const char* text);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // The parameters, in order.
  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  Statement& bind(double number);
  Statement& bind_answer(std::optional<bool> value);  ///< nothing is NULL

  /// Whether there is another row.
  bool step();
  /// Runs it to its end and makes it ready for other parameters.
  void run();

  // The fields of the row.
  std::string text(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  bool is_null(int column) const;

 private:
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

}  // namespace arges::campaign
