#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "lsp/analysis/analyst.h"
#include "lsp/server/open_document.h"
#include "lsp/server/protocol.h"
#include "lsp/transport/framing.h"
#include "lsp/transport/rpc.h"
#include "lsp/verdicts/checker.h"

namespace arges::lsp {

/// What the server needs of the program it is in.
struct Host {
  std::string version;
  std::vector<std::string> check_command;  ///< the program, and `check`
  Runner runner;                           ///< has room for deep recursion
};

/// The protocol without its pipes: takes what a client sends, has what is to be sent to it, and
/// says what it waits for. Everything happens on the caller's thread but for what front ends say of
/// texts (Analyst) and verdicts (Checker), so requests are answered at once.
class Server {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Server(Host host);

  /// Takes a message; it is handled by the next call of `work`, so that it can still be cancelled.
  void take(const MessageReader::Incoming& incoming);
  /// Does all that can be done now.
  void work();
  /// Framed messages for the client; the caller takes away what it has sent.
  std::string& outbox() { return outbox_; }

  bool has_ended() const { return state_ == State::ended; }
  bool was_shut_down() const { return was_shut_down_; }
  /// When `work` is to be called even if nothing comes.
  std::optional<Clock::time_point> deadline() const;
  /// What else to wait for.
  std::vector<int> descriptors() const;

 private:
  enum class State : std::uint8_t { fresh, running, shut_down, ended };
  using Handler = Json (Server::*)(const Json& params);
  using Listener = void (Server::*)(const Json& params);
  /// A request that is answered once a document's checks came to their end.
  struct PendingCheck {
    Json id;
    std::string uri;
  };

  static const std::map<std::string, Handler>& handlers();
  static const std::map<std::string, Listener>& listeners();

  void send(const Json& message);
  void handle(const Message& message);
  void handle(const Request& request);
  void handle(const Notification& notification);
  Json answer(const Request& request);

  Json initialize(const Json& params);
  Json shut_down(const Json& params);
  Json definition(const Json& params);
  Json hover(const Json& params);
  Json references(const Json& params);
  Json highlights(const Json& params);
  Json proposals(const Json& params);
  Json outline(const Json& params);
  Json lenses(const Json& params);
  Json fixes(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json text(const Json& params);

  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_save(const Json& params);
  void did_close(const Json& params);
  void cancel_request(const Json& params);
  void cancel_progress(const Json& params);
  void exit(const Json& params);
  void ignore(const Json&) {}

  OpenDocument& open_document(const Json& params);
  OpenDocument* find(const std::string& uri);
  void look_at(OpenDocument& open);
  void look_at_those_that_read(const std::string& path);
  void take_diagnoses();
  void publish(const OpenDocument& open);

  void run_command(const Request& request);
  void start_checks(OpenDocument& open);
  void end_checks(const std::string& uri);
  void answer_pending(const std::string& uri, bool was_cancelled);
  void work_on_checks();
  void take_verdicts(const Checker::Finished& finished);
  void begin_progress(const CheckTask& task);
  void end_progress(const std::string& message);
  void refresh_lenses();

  Host host_;
  std::string outbox_;
  State state_ = State::fresh;
  bool was_shut_down_ = false;
  std::deque<Message> inbox_;
  std::map<std::string, std::unique_ptr<OpenDocument>> documents_;  ///< by URIs
  std::vector<PendingCheck> pending_;
  std::optional<std::string> progress_;  ///< the token of the one that is shown
  std::uint64_t next_id_ = 1;

  // As the client wants it.
  Encoding encoding_ = Encoding::utf16;
  HintStyle hint_style_ = HintStyle::in_message;
  bool shows_progress_ = false;
  bool refreshes_lenses_ = false;
  bool checks_on_save_ = true;
  double check_seconds_ = 10;
  std::optional<int> client_process_;
  Clock::time_point next_look_at_client_;

  Checker checker_;
  Analyst analyst_;
};

}  // namespace arges::lsp
