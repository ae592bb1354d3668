#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "lsp/server/commands.h"
#include "lsp/server/server.h"
#include "lsp/verdicts/outcome.h"

// What a server does to get verdicts and to show them.

namespace arges::lsp {

/// `arges.check` checks a document and is answered once all is known.
void Server::run_command(const Request& request) {
  if (text_member(request.params, "command") != check_command)
    throw RequestError(ErrorCode::invalid_params,
                       fmt::format("the only command is '{}'", check_command));
  const Json arguments = member_or(request.params, "arguments", Json::array());
  if (!arguments.is_array() || arguments.empty() || !arguments.front().is_string())
    throw RequestError(ErrorCode::invalid_params, "the first argument is the document's URI");
  OpenDocument* open = find(arguments.front());
  if (open == nullptr) throw RequestError(ErrorCode::invalid_params, "that document is not open");
  start_checks(*open);
  const std::string& uri = open->document.uri();
  pending_.push_back({request.id, uri});
  if (!checker_.has(uri)) answer_pending(uri, false);
}

void Server::start_checks(OpenDocument& open) {
  const std::string& uri = open.document.uri();
  end_checks(uri);
  if (open.language == nullptr || !open.document.path()) return;
  open.marks = marks_of(*open.document.source(), open.symbols(), check_seconds_);
  open.verdicts.assign(open.marks.checks.size(), {});
  for (std::size_t i = 0; i < open.marks.checks.size(); ++i)
    checker_.add({uri, *open.document.path(), open.document.source(),
                  std::string(open.language->id), i, open.marks.checks[i]});
  publish(open);
}

void Server::end_checks(const std::string& uri) {
  const bool was_running = checker_.runs(uri);
  if (!checker_.cancel(uri)) return;
  if (was_running) end_progress("cancelled");
  answer_pending(uri, true);
}

void Server::answer_pending(const std::string& uri, bool was_cancelled) {
  const OpenDocument* open = find(uri);
  Json verdicts = Json::array();
  if (open != nullptr)
    for (const auto& group : open->verdicts)
      for (const Verdict& verdict : group)
        verdicts.push_back({{"range", to_json(open->document.lines().range(verdict.range))},
                            {"verdict", verdict.title}});
  for (const PendingCheck& one : pending_) {
    if (one.uri != uri) continue;
    send(was_cancelled ? failure(one.id, ErrorCode::cancelled, "cancelled")
                       : success(one.id, verdicts));
  }
  std::erase_if(pending_, [&](const PendingCheck& one) { return one.uri == uri; });
}

void Server::work_on_checks() {
  while (auto finished = checker_.finished()) {
    end_progress("done");
    take_verdicts(*finished);
  }
  if (const CheckTask* started = checker_.start_next()) begin_progress(*started);
}

void Server::take_verdicts(const Checker::Finished& finished) {
  const CheckTask& task = finished.task;
  OpenDocument* open = find(task.uri);
  if (open == nullptr || task.number >= open->verdicts.size()) return;
  // What is wrong in the text is told there; that it has no verdict goes without saying.
  const bool is_wrong = open->is_diagnosed && open->diagnosis.has_errors();
  open->verdicts[task.number] =
      is_wrong                   ? std::vector<Verdict>()
      : finished.failure.empty() ? verdicts_of(open->document, open->symbols(), task.check,
                                               finished.output, finished.seconds)
                                 : unknown_verdicts(open->document, task.check, finished.failure);
  publish(*open);
  refresh_lenses();
  if (!checker_.has(task.uri)) answer_pending(task.uri, false);
}

void Server::begin_progress(const CheckTask& task) {
  if (!shows_progress_) return;
  const std::uint64_t id = next_id_++;
  progress_ = fmt::format("arges-check-{}", id);
  send(request(fmt::format("arges-{}", id), "window/workDoneProgress/create",
               {{"token", *progress_}}));
  send(notification("$/progress",
                    {{"token", *progress_},
                     {"value",
                      {{"kind", "begin"},
                       {"title", fmt::format("Checking {}",
                                             std::filesystem::path(task.path).filename().string())},
                       {"message", task.check.title},
                       {"cancellable", true}}}}));
}

void Server::end_progress(const std::string& message) {
  if (!progress_) return;
  send(notification("$/progress", {{"token", *std::exchange(progress_, {})},
                                   {"value", {{"kind", "end"}, {"message", message}}}}));
}

/// The user has seen enough of what is running.
void Server::cancel_progress(const Json& params) {
  if (!progress_ || member_or(params, "token", Json()) != *progress_) return;
  for (const auto& [uri, open] : documents_)
    if (checker_.runs(uri)) return end_checks(std::string(uri));
}

void Server::refresh_lenses() {
  if (refreshes_lenses_)
    send(request(fmt::format("arges-{}", next_id_++), "workspace/codeLens/refresh", nullptr));
}

}  // namespace arges::lsp
