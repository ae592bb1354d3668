#include "campaign/store.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/timestamp.h"
#include "campaign/bounded_text.h"

namespace arges::campaign {

namespace {

constexpr std::int64_t format_version = 1;

constexpr const char* schema = R"(
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS tasks (
    position INTEGER NOT NULL, name TEXT PRIMARY KEY, family TEXT NOT NULL, question TEXT NOT NULL,
    expected INTEGER);
  CREATE TABLE IF NOT EXISTS columns (
    position INTEGER NOT NULL, name TEXT PRIMARY KEY, command TEXT NOT NULL, version TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS wanted (
    task TEXT NOT NULL, column TEXT NOT NULL, fingerprint TEXT NOT NULL,
    PRIMARY KEY (task, column));
  CREATE TABLE IF NOT EXISTS runs (
    task TEXT NOT NULL, column TEXT NOT NULL, fingerprint TEXT NOT NULL, status TEXT NOT NULL,
    detail TEXT NOT NULL, end INTEGER NOT NULL, code INTEGER NOT NULL, cpu REAL NOT NULL,
    wall REAL NOT NULL, memory INTEGER NOT NULL, host TEXT NOT NULL, ended TEXT NOT NULL,
    output TEXT NOT NULL, PRIMARY KEY (task, column, fingerprint));
)";

/// What came later: files of earlier versions get it once they are written to.
constexpr const char* later_schema = R"(
  CREATE TABLE IF NOT EXISTS parts (task TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS figures (
    task TEXT NOT NULL, column TEXT NOT NULL, fingerprint TEXT NOT NULL, position INTEGER NOT NULL,
    name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (task, column, fingerprint, position));
  CREATE TABLE IF NOT EXISTS inputs (path TEXT PRIMARY KEY);
)";

/// Of what a run wrote: enough to see what happened.
std::string shortened(const std::string& text) {
  constexpr std::size_t head = 16384;
  constexpr std::size_t tail = 49152;
  BoundedText result(head, tail);
  result.append(text);
  return result.text();
}

std::string limit_text(const std::optional<double>& value) {
  return value ? fmt::format("{:g}", *value) : "";
}

void require_campaign(Database& database, const std::string& path) {
  Statement version(database, "PRAGMA user_version");
  const std::int64_t found = version.step() ? version.integer(0) : 0;
  if (found != format_version)
    throw UsageError(fmt::format("'{}' is no file of a campaign", path),
                     "arges bench SET.yml writes one");
}

std::optional<double> number_of(const std::string& text) {
  if (text.empty()) return {};
  return std::stod(text);
}

/// Takes what reports are made of from a file.
class ResultsReader {
 public:
  explicit ResultsReader(Database& database) : database_(database) {}

  Results read() {
    add_facts();
    add_tasks();
    add_parts();
    add_inputs();
    add_columns();
    add_runs();
    add_figures();
    return std::move(result_);
  }

 private:
  void add_facts() {
    Statement facts(database_, "SELECT name, value FROM facts ORDER BY name");
    RunLimits& limits = result_.limits;
    while (facts.step()) {
      const std::string name = facts.text(0);
      const std::string value = facts.text(1);
      if (name == "name")
        result_.name = value;
      else if (name == "limit cpu")
        limits.cpu_seconds = number_of(value);
      else if (name == "limit wall")
        limits.wall_seconds = number_of(value);
      else if (name == "limit grace")
        limits.grace_seconds = number_of(value);
      else if (name == "limit memory" && !value.empty())
        limits.memory_megabytes = std::stoull(value);
      else if (name == "limit cores")
        limits.cores = static_cast<std::uint32_t>(std::stoul(value));
      else if (!name.starts_with("limit "))
        result_.facts.emplace_back(name, value);
    }
  }

  void add_tasks() {
    Statement tasks(database_,
                    "SELECT name, family, question, expected FROM tasks ORDER BY position");
    while (tasks.step()) {
      rows_.emplace(tasks.text(0), result_.tasks.size());
      result_.tasks.push_back(
          {tasks.text(0), tasks.text(1), tasks.text(2),
           tasks.is_null(3) ? std::nullopt : std::optional(tasks.integer(3) != 0)});
    }
  }

  bool has_table(const char* name) {
    Statement table(database_, "SELECT count(*) FROM sqlite_master WHERE name = ?");
    table.bind(name);
    return table.step() && table.integer(0) > 0;
  }

  void add_parts() {
    if (!has_table("parts")) return;
    Statement parts(database_, "SELECT task, name FROM parts");
    while (parts.step()) {
      Expected& expected = result_.tasks[rows_.at(parts.text(0))].expected;
      expected = {expected.answer(), parts.text(1)};
    }
  }

  void add_inputs() {
    if (!has_table("inputs")) return;
    Statement inputs(database_, "SELECT path FROM inputs ORDER BY path");
    while (inputs.step()) result_.files.push_back(inputs.text(0));
  }

  void add_columns() {
    Statement columns(database_, "SELECT name, command, version FROM columns ORDER BY position");
    while (columns.step()) {
      columns_.emplace(columns.text(0), result_.columns.size());
      result_.columns.push_back({columns.text(0), columns.text(1), columns.text(2)});
    }
  }

  void add_runs() {
    result_.runs.assign(result_.tasks.size(),
                        std::vector<std::optional<RunResult>>(result_.columns.size()));
    for (std::size_t t = 0; t < result_.tasks.size(); ++t)
      for (std::size_t c = 0; c < result_.columns.size(); ++c) result_.left_out.emplace(t, c);
    Statement runs(database_,
                   "SELECT task, column, status, detail, cpu, wall, memory, host FROM wanted "
                   "LEFT JOIN runs USING (task, column, fingerprint)");
    while (runs.step()) {
      const std::size_t row = rows_.at(runs.text(0));
      const std::size_t column = columns_.at(runs.text(1));
      result_.left_out.erase({row, column});
      if (runs.is_null(2)) continue;
      result_.runs[row][column] = RunResult{{status_of(runs.text(2)), runs.text(3)},
                                            runs.real(4),
                                            runs.real(5),
                                            static_cast<std::uint64_t>(runs.integer(6)),
                                            runs.text(7)};
    }
  }

  void add_figures() {
    if (!has_table("figures")) return;
    Statement figures(database_,
                      "SELECT task, column, name, value FROM wanted "
                      "JOIN figures USING (task, column, fingerprint) ORDER BY position");
    while (figures.step())
      if (auto& run = result_.runs[rows_.at(figures.text(0))][columns_.at(figures.text(1))])
        run->figures.push_back({figures.text(2), figures.text(3)});
  }

  Database& database_;
  Results result_;
  std::map<std::string, std::size_t> rows_;
  std::map<std::string, std::size_t> columns_;
};

}  // namespace

Store::Store(const std::string& path) : Store(std::make_unique<Lock>(path)) {}

Store::Store(std::unique_ptr<Lock> lock)
    : path_(lock->results()), lock_(std::move(lock)), database_(path_, Database::Mode::write) {
  // A file of its own for what is new: one write a result, and no result is ever half there.
  database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  bool is_new = false;
  {
    Statement tables(database_, "SELECT count(*) FROM sqlite_master");
    is_new = tables.step() && tables.integer(0) == 0;
  }
  if (!is_new) {
    require_campaign(database_, path_);
    database_.execute(later_schema);
    return;
  }
  database_.execute("BEGIN");
  database_.execute(schema);
  database_.execute(later_schema);
  database_.execute(fmt::format("PRAGMA user_version = {}", format_version).c_str());
  note("started", utc_timestamp());
  database_.execute("COMMIT");
}

Store::~Store() {
  // One file is left, which can be copied and read anywhere.
  try {
    database_.execute("PRAGMA journal_mode = DELETE");
  } catch (const UsageError&) {
    // Someone reads it just now; the next who writes tries again.
  }
}

void Store::describe(const Set& set, const std::vector<Results::Column>& columns,
                     const std::vector<WantedRun>& wanted) {
  database_.execute(
      "BEGIN; DELETE FROM tasks; DELETE FROM columns; DELETE FROM wanted; "
      "DELETE FROM parts; DELETE FROM inputs;");
  note("name", set.name);
  note("limit cpu", limit_text(set.limits.cpu_seconds));
  note("limit wall", limit_text(set.limits.wall_seconds));
  note("limit grace", limit_text(set.limits.grace_seconds));
  note("limit memory",
       set.limits.memory_megabytes ? fmt::format("{}", *set.limits.memory_megabytes) : "");
  note("limit cores", fmt::format("{}", set.limits.cores));
  Statement add_task(database_, "INSERT INTO tasks VALUES (?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < set.tasks.size(); ++i) {
    const Task& task = set.tasks[i];
    add_task.bind(static_cast<std::int64_t>(i))
        .bind(task.name)
        .bind(task.family)
        .bind(std::filesystem::path(task.question.text).filename().string())
        .bind_answer(task.expected.answer())
        .run();
    if (!task.expected.part().empty())
      Statement(database_, "INSERT INTO parts VALUES (?, ?)")
          .bind(task.name)
          .bind(task.expected.part())
          .run();
  }
  Statement add_column(database_, "INSERT INTO columns VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < columns.size(); ++i)
    add_column.bind(static_cast<std::int64_t>(i))
        .bind(columns[i].name)
        .bind(columns[i].command)
        .bind(columns[i].version)
        .run();
  Statement add_input(database_, "INSERT OR IGNORE INTO inputs VALUES (?)");
  for (const std::string& file : set.files)
    add_input.bind(std::filesystem::absolute(file).lexically_normal().string()).run();
  Statement want(database_, "INSERT INTO wanted VALUES (?, ?, ?)");
  for (const WantedRun& run : wanted)
    want.bind(set.tasks[run.task].name)
        .bind(set.columns[run.column].name)
        .bind(run.fingerprint)
        .run();
  database_.execute("COMMIT");
}

Store::KnownRuns Store::known(const std::string& path) {
  KnownRuns result;
  if (!std::filesystem::exists(path)) return result;
  Database database(path, Database::Mode::read);
  require_campaign(database, path);
  Statement runs(database, "SELECT task, column, fingerprint, status FROM runs");
  while (runs.step())
    result[{runs.text(0), runs.text(1)}].emplace(runs.text(2), status_of(runs.text(3)));
  return result;
}

void Store::add(const Record& record) {
  database_.execute("BEGIN");
  Statement forget(database_,
                   "DELETE FROM figures WHERE task = ? AND column = ? AND fingerprint = ?");
  forget.bind(record.task).bind(record.column).bind(record.fingerprint).run();
  Statement note_figure(database_, "INSERT INTO figures VALUES (?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < record.figures.size(); ++i)
    note_figure.bind(record.task)
        .bind(record.column)
        .bind(record.fingerprint)
        .bind(static_cast<std::int64_t>(i))
        .bind(record.figures[i].name)
        .bind(record.figures[i].value)
        .run();
  Statement insert(database_,
                   "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(record.task)
      .bind(record.column)
      .bind(record.fingerprint)
      .bind(std::string_view(to_string(record.verdict.status)))
      .bind(record.verdict.detail)
      .bind(static_cast<std::int64_t>(record.outcome.end))
      .bind(std::int64_t{record.outcome.code})
      .bind(record.outcome.cpu_seconds)
      .bind(record.outcome.wall_seconds)
      .bind(static_cast<std::int64_t>(record.outcome.memory_kilobytes))
      .bind(record.host)
      .bind(utc_timestamp())
      .bind(shortened(record.outcome.output))
      .run();
  database_.execute("COMMIT");
}

void Store::note(const std::string& fact, const std::string& value) {
  Statement(database_, "INSERT OR REPLACE INTO facts VALUES (?, ?)").bind(fact).bind(value).run();
}

std::string Store::folder_for(const std::string& run, const std::string& key) const {
  constexpr std::size_t most = 100;      // of what file systems take
  constexpr std::size_t key_length = 8;  // enough to tell runs of like names apart
  std::string name = run.substr(0, most);
  std::replace(name.begin(), name.end(), '/', '_');
  return std::filesystem::absolute(path_ + ".files") /
         fmt::format("{} {}", name, key.substr(0, key_length));
}

Results Store::load(const std::string& path) {
  if (!std::filesystem::exists(path))
    throw UsageError(fmt::format("there is no file '{}'", path), "arges bench SET.yml writes one");
  Database database(path, Database::Mode::read);
  require_campaign(database, path);
  return ResultsReader(database).read();
}

std::string Store::output(const std::string& path, const std::string& task,
                          const std::string& column) {
  Database database(path, Database::Mode::read);
  Statement found(database,
                  "SELECT output FROM wanted JOIN runs USING (task, column, fingerprint) "
                  "WHERE task = ? AND column = ?");
  found.bind(task).bind(column);
  return found.step() ? found.text(0) : "";
}

}  // namespace arges::campaign
