#include "lsp/server/server.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fmt/format.h>

#include "lsp/server/commands.h"
#include "lsp/server/features.h"

namespace arges::lsp {

namespace {

using namespace std::chrono_literals;

constexpr auto between_looks_at_client = 2s;

Position position_of(const Json& params) { return read_position(member(params, "position")); }

Json at(const Json& object, std::initializer_list<const char*> path) {
  Json result = object;
  for (const char* name : path) result = member_or(result, name, Json());
  return result;
}

bool is_true(const Json& object, std::initializer_list<const char*> path) {
  return at(object, path) == true;
}

}  // namespace

Server::Server(Host host)
    : host_(std::move(host)), checker_(host_.check_command), analyst_(host_.runner) {}

const std::map<std::string, Server::Handler>& Server::handlers() {
  static const std::map<std::string, Handler> all = {
      {"initialize", &Server::initialize},
      {"shutdown", &Server::shut_down},
      {"textDocument/definition", &Server::definition},
      {"textDocument/hover", &Server::hover},
      {"textDocument/references", &Server::references},
      {"textDocument/documentHighlight", &Server::highlights},
      {"textDocument/completion", &Server::proposals},
      {"textDocument/documentSymbol", &Server::outline},
      {"textDocument/codeLens", &Server::lenses},
      {"textDocument/codeAction", &Server::fixes},
      {"textDocument/prepareRename", &Server::prepare_rename},
      {"textDocument/rename", &Server::rename},
      {"arges/text", &Server::text},
  };
  return all;
}

const std::map<std::string, Server::Listener>& Server::listeners() {
  static const std::map<std::string, Listener> all = {
      {"initialized", &Server::ignore},
      {"textDocument/didOpen", &Server::did_open},
      {"textDocument/didChange", &Server::did_change},
      {"textDocument/didSave", &Server::did_save},
      {"textDocument/didClose", &Server::did_close},
      {"window/workDoneProgress/cancel", &Server::cancel_progress},
  };
  return all;
}

void Server::send(const Json& message) { outbox_ += framed(text_of(message)); }

void Server::take(const MessageReader::Incoming& incoming) {
  if (incoming.kind == MessageReader::Incoming::Kind::fault)
    return send(failure(nullptr, ErrorCode::parse_error, incoming.text));
  Message message = read_message(incoming.text);
  // What is to be cancelled waits in front of it.
  const auto* notification = std::get_if<Notification>(&message);
  if (notification != nullptr && notification->method == "$/cancelRequest")
    return cancel_request(notification->params);
  inbox_.push_back(std::move(message));
}

void Server::work() {
  while (!inbox_.empty() && !has_ended()) {
    const Message message = std::move(inbox_.front());
    inbox_.pop_front();
    handle(message);
  }
  if (has_ended()) return;
  const auto now = Clock::now();
  for (const auto& [uri, open] : documents_)
    if (open->due && *open->due <= now) look_at(*open);
  take_diagnoses();
  work_on_checks();
  if (client_process_ && next_look_at_client_ <= now) {
    next_look_at_client_ = now + between_looks_at_client;
    if (kill(*client_process_, 0) != 0 && errno == ESRCH) state_ = State::ended;
  }
}

std::optional<Server::Clock::time_point> Server::deadline() const {
  std::optional<Clock::time_point> first = checker_.deadline();
  const auto add = [&](Clock::time_point time) { first = first ? std::min(*first, time) : time; };
  for (const auto& [uri, open] : documents_)
    if (open->due) add(*open->due);
  if (client_process_) add(next_look_at_client_);
  return first;
}

std::vector<int> Server::descriptors() const {
  return {analyst_.descriptor(), checker_.descriptor()};
}

void Server::handle(const Message& message) {
  if (const auto* malformed = std::get_if<Malformed>(&message)) return send(malformed->answer);
  if (const auto* request = std::get_if<Request>(&message)) return handle(*request);
  if (const auto* notification = std::get_if<Notification>(&message)) return handle(*notification);
}

void Server::handle(const Request& request) {
  try {
    const bool initializes = request.method == "initialize";
    if (state_ == State::fresh && !initializes)
      throw RequestError(ErrorCode::not_initialized, "the first request is 'initialize'");
    if (state_ == State::shut_down)
      throw RequestError(ErrorCode::invalid_request, "the server is shut down");
    if (request.method == "workspace/executeCommand") return run_command(request);
    send(success(request.id, answer(request)));
  } catch (const RequestError& error) {
    send(failure(request.id, error.code(), error.what()));
  } catch (const std::exception& error) {
    // A defect, of which one request is enough.
    send(failure(request.id, ErrorCode::internal_error, error.what()));
  }
}

Json Server::answer(const Request& request) {
  const auto found = handlers().find(request.method);
  if (found == handlers().end())
    throw RequestError(ErrorCode::method_not_found,
                       fmt::format("there is no request '{}'", request.method));
  return (this->*found->second)(request.params);
}

void Server::handle(const Notification& notification) {
  if (notification.method == "exit") return exit(notification.params);
  const auto found = listeners().find(notification.method);
  if (found == listeners().end() || state_ != State::running) return;
  try {
    (this->*found->second)(notification.params);
  } catch (const std::exception& error) {
    // Nobody waits for an answer.
    send(lsp::notification(
        "window/logMessage",
        {{"type", 1}, {"message", fmt::format("{}: {}", notification.method, error.what())}}));
  }
}

Json Server::initialize(const Json& params) {
  if (state_ != State::fresh)
    throw RequestError(ErrorCode::invalid_request, "the server is initialized already");
  const Json client = member_or(params, "capabilities", Json::object());
  const Json encodings = at(client, {"general", "positionEncodings"});
  if (encodings.is_array()) {
    const auto known = std::find_if(encodings.begin(), encodings.end(), [](const Json& encoding) {
      return encoding == "utf-8" || encoding == "utf-16";
    });
    if (known != encodings.end() && *known == "utf-8") encoding_ = Encoding::utf8;
  }
  if (is_true(client, {"textDocument", "publishDiagnostics", "relatedInformation"}))
    hint_style_ = HintStyle::related;
  shows_progress_ = is_true(client, {"window", "workDoneProgress"});
  refreshes_lenses_ = is_true(client, {"workspace", "codeLens", "refreshSupport"});
  const Json options = member_or(params, "initializationOptions", Json::object());
  checks_on_save_ = member_or(options, "checkOnSave", true) == true;
  const Json seconds = member_or(options, "checkTimeout", check_seconds_);
  if (seconds.is_number() && seconds.get<double>() > 0) check_seconds_ = seconds;
  const Json process = member_or(params, "processId", Json());
  if (process.is_number_integer() && process.get<std::int64_t>() > 0)
    client_process_ = process.get<int>();
  next_look_at_client_ = Clock::now() + between_looks_at_client;
  state_ = State::running;
  Json kinds = Json::array({"quickfix"});
  return {{"capabilities",
           {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
            {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
            {"definitionProvider", true},
            {"hoverProvider", true},
            {"referencesProvider", true},
            {"documentHighlightProvider", true},
            {"documentSymbolProvider", true},
            {"completionProvider", Json::object()},
            {"codeLensProvider", Json::object()},
            {"codeActionProvider", {{"codeActionKinds", std::move(kinds)}}},
            {"renameProvider", {{"prepareProvider", true}}},
            {"executeCommandProvider", {{"commands", Json::array({check_command})}}}}},
          {"serverInfo", {{"name", "arges"}, {"version", host_.version}}}};
}

Json Server::shut_down(const Json&) {
  while (!documents_.empty()) {
    end_checks(documents_.begin()->first);
    analyst_.forget(documents_.begin()->first);
    documents_.erase(documents_.begin());
  }
  state_ = State::shut_down;
  was_shut_down_ = true;
  return nullptr;
}

void Server::exit(const Json&) { state_ = State::ended; }

OpenDocument* Server::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second.get();
}

OpenDocument& Server::open_document(const Json& params) {
  const std::string uri = text_member(member(params, "textDocument"), "uri");
  if (OpenDocument* open = find(uri)) return *open;
  throw RequestError(ErrorCode::invalid_params, fmt::format("'{}' is not open", uri));
}

Json Server::definition(const Json& params) {
  return definition_at(open_document(params), position_of(params));
}
Json Server::hover(const Json& params) {
  return hover_at(open_document(params), position_of(params));
}
Json Server::references(const Json& params) {
  return references_at(open_document(params), position_of(params),
                       is_true(params, {"context", "includeDeclaration"}) ? Declarations::included
                                                                          : Declarations::left_out);
}
Json Server::highlights(const Json& params) {
  return highlights_at(open_document(params), position_of(params));
}
Json Server::proposals(const Json& params) {
  return proposals_at(open_document(params), position_of(params));
}
Json Server::outline(const Json& params) { return outline_of(open_document(params)); }
Json Server::lenses(const Json& params) { return lenses_of(open_document(params), check_seconds_); }
Json Server::fixes(const Json& params) {
  return fixes_in(open_document(params), read_range(member(params, "range")));
}
Json Server::prepare_rename(const Json& params) {
  return renamable_at(open_document(params), position_of(params));
}
Json Server::rename(const Json& params) {
  return renamed(open_document(params), position_of(params), text_member(params, "newName"));
}

/// A document as it stands here, for who wants to know whether edits came through.
Json Server::text(const Json& params) {
  const Document& document = open_document(params).document;
  return {{"text", document.text()}, {"version", document.version()}};
}

void Server::cancel_request(const Json& params) {
  const Json id = member_or(params, "id", Json());
  const auto waiting = std::find_if(inbox_.begin(), inbox_.end(), [&](const Message& message) {
    const auto* request = std::get_if<Request>(&message);
    return request != nullptr && request->id == id;
  });
  if (waiting != inbox_.end()) {
    inbox_.erase(waiting);
    return send(failure(id, ErrorCode::cancelled, "cancelled"));
  }
  const auto pending = std::find_if(pending_.begin(), pending_.end(),
                                    [&](const PendingCheck& one) { return one.id == id; });
  if (pending != pending_.end()) end_checks(std::string(pending->uri));
}

}  // namespace arges::lsp
