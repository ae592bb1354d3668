#include <utility>

#include <fmt/format.h>

#include "lsp/server/features.h"
#include "lsp/server/server.h"
#include "lsp/text/uri.h"

// What a server does when texts are opened, changed and closed.

namespace arges::lsp {

namespace {

using namespace std::chrono_literals;

/// So long nothing must be typed until a text is looked at.
constexpr auto pause_in_typing = 150ms;

/// Documents may have no version, and versions may be missing.
std::int64_t version_of(const Json& document) {
  const Json version = member_or(document, "version", 0);
  return version.is_number_integer() ? version.get<std::int64_t>() : 0;
}

}  // namespace

void Server::did_open(const Json& params) {
  const Json& opened = member(params, "textDocument");
  const std::string uri = text_member(opened, "uri");
  if (find(uri) != nullptr) end_checks(uri);
  Document document(uri, text_member(opened, "text"), version_of(opened), encoding_);
  auto open = std::make_unique<OpenDocument>(OpenDocument{std::move(document)});
  open->language = find_language(open->document.name(), text_or(opened, "languageId", ""));
  open->due = Clock::now();
  const auto path = open->document.path();
  documents_[uri] = std::move(open);
  if (path) look_at_those_that_read(*path);
}

void Server::did_change(const Json& params) {
  OpenDocument& open = open_document(params);
  const Json& changes = member(params, "contentChanges");
  if (!changes.is_array())
    throw RequestError(ErrorCode::invalid_params, "'contentChanges' should be a list");
  // All or none: what was made of half of them would be nobody's text.
  std::vector<std::pair<std::optional<Range>, std::string>> edits;
  for (const Json& change : changes) {
    std::string text = text_member(change, "text");
    const Json range = member_or(change, "range", Json());
    edits.emplace_back(range.is_null() ? std::nullopt : std::optional(read_range(range)),
                       std::move(text));
  }
  const bool had_verdicts = !open.verdicts.empty();
  end_checks(open.document.uri());
  open.text_changed();
  for (auto& [range, text] : edits) {
    if (range)
      open.document.replace(*range, text);
    else
      open.document.replace_all(std::move(text));
  }
  open.document.set_version(version_of(member(params, "textDocument")));
  open.due = Clock::now() + pause_in_typing;
  // Verdicts are about the text that was.
  if (had_verdicts) {
    publish(open);
    refresh_lenses();
  }
}

void Server::did_save(const Json& params) {
  OpenDocument& open = open_document(params);
  if (open.due) look_at(open);
  if (checks_on_save_) start_checks(open);
}

void Server::did_close(const Json& params) {
  const std::string uri = open_document(params).document.uri();
  const auto path = open_document(params).document.path();
  end_checks(uri);
  analyst_.forget(uri);
  documents_.erase(uri);
  send(notification("textDocument/publishDiagnostics",
                    {{"uri", uri}, {"diagnostics", Json::array()}}));
  if (path) look_at_those_that_read(*path);
}

/// Others that refer to a file whose text is now another.
void Server::look_at_those_that_read(const std::string& path) {
  const std::string key = SourceOverlay::key(path);
  for (const auto& [uri, open] : documents_)
    if (!open->due && open->document.path() != path && open->diagnosis.files.contains(key))
      open->due = Clock::now();
}

void Server::look_at(OpenDocument& open) {
  open.due.reset();
  if (open.language == nullptr) return;
  DiagnosisTask task{open.language, open.document.source(), {}, encoding_};
  for (const auto& [uri, other] : documents_)
    if (const auto path = other->document.path())
      task.open.emplace(SourceOverlay::key(*path), other->document.source());
  analyst_.look_at(open.document.uri(), open.document.version(), std::move(task));
  // Only then: texts that refer to each other would never come to rest.
  const bool has_news = std::exchange(open.has_news, false);
  if (const auto path = open.document.path(); path && has_news) look_at_those_that_read(*path);
}

void Server::take_diagnoses() {
  for (Analyst::Result& result : analyst_.take_results()) {
    OpenDocument* open = find(result.uri);
    // A newer text is to be looked at anyway.
    if (open == nullptr || open->due || open->document.version() != result.version) continue;
    open->diagnosis = std::move(result.diagnosis);
    open->is_diagnosed = true;
    publish(*open);
  }
}

void Server::publish(const OpenDocument& open) {
  const std::string& uri = open.document.uri();
  Json list = Json::array();
  const auto add = [&](const Finding& finding) {
    list.push_back(to_json(finding, uri, hint_style_));
  };
  for (const Finding& finding : open.diagnosis.findings) add(finding);
  for (const MarkFault& fault : open.marks.faults)
    add({Severity::warning, open.document.lines().range(fault.range), fault.message, fault.hint});
  for (const auto& verdicts : open.verdicts)
    for (const Verdict& verdict : verdicts)
      for (const Finding& finding : verdict.findings) add(finding);
  send(notification(
      "textDocument/publishDiagnostics",
      {{"uri", uri}, {"version", open.document.version()}, {"diagnostics", std::move(list)}}));
}

}  // namespace arges::lsp
