#include "engine/portfolio/worker.h"

#include <csignal>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/options.h"
#include "output/json_cursor.h"
#include "output/witness.h"

namespace arges::engine {

using nlohmann::json;
using output::JsonCursor;

namespace {

/// Whether a limit ended a worker before it could answer, or someone killed it: we did, or there
/// was no memory left.
bool is_stopped(const ChildProcess::End& end) {
  return end.exit_code ? *end.exit_code == static_cast<int>(ExitCode::unknown)
                       : end.signal == SIGKILL || end.signal == SIGTERM;
}

}  // namespace

std::string write_request(const WorkerRequest& request) {
  json document;
  document["model"] = {{"path", request.model.path},
                       {"input", request.model.input_format},
                       {"properties", request.model.properties},
                       {"error_locations", request.model.error_locations},
                       {"checks", request.model.checks},
                       {"events", request.model.events},
                       {"component", request.model.component},
                       {"time_step", request.model.time_step},
                       {"lenient", request.model.rules == Rules::lenient},
                       {"recursion", request.model.recursion}};
  if (request.model.text) document["model"]["text"] = request.model.text->text();
  if (request.model.property_texts)
    document["model"]["property_texts"] = *request.model.property_texts;
  document["properties"] = request.properties;
  json& configuration = document["configuration"] = json::object();
  for (const Axis& axis : axes())
    configuration[std::string(axis.name())] = value_text(request.configuration, axis);
  if (request.limits.timeout_seconds) document["timeout"] = *request.limits.timeout_seconds;
  if (request.limits.memory_megabytes) document["memory"] = *request.limits.memory_megabytes;
  if (request.slice_seconds) document["slice"] = *request.slice_seconds;
  document["facts"] = request.facts;
  document["wants_proof"] = request.wants_proof;
  document["keeps_history"] = request.keeps_history;
  // Only comments can have bytes in them that are no UTF-8.
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

WorkerRequest read_request(const SourcePtr& text) {
  const json document = JsonCursor::parse(*text);
  const JsonCursor root(document, *text);
  const JsonCursor model = root.member("model");
  WorkerRequest result;
  result.model.warns = false;  // who asks has been told
  result.model.path = model.member("path").text();
  result.model.input_format = model.member("input").text();
  result.model.properties = model.member("properties").texts();
  result.model.error_locations = model.member("error_locations").texts();
  result.model.checks = model.member("checks").texts();
  result.model.events = model.member("events").texts();
  result.model.component = model.member("component").text();
  result.model.time_step = model.member("time_step").number();
  if (model.member("lenient").value() == true) result.model.rules = Rules::lenient;
  result.model.recursion = model.member("recursion").number();
  if (const auto given = model.optional_member("text"))
    result.model.text = std::make_shared<const SourceText>(result.model.path, given->text());
  if (const auto texts = model.optional_member("property_texts")) {
    result.model.property_texts.emplace();
    texts->for_each_member([&](const std::string& name, const JsonCursor& content) {
      result.model.property_texts->emplace(name, content.text());
    });
  }
  result.properties.clear();
  root.member("properties").for_each_element([&](const JsonCursor& item) {
    result.properties.push_back(item.number());
  });
  const JsonCursor configuration = root.member("configuration");
  for (const Axis& axis : axes())
    set_from_text(result.configuration, axis,
                  configuration.member(std::string(axis.name()).c_str()).text());
  configure(result.model, result.configuration);
  if (const auto seconds = root.optional_member("timeout"))
    result.limits.timeout_seconds = seconds->value().get<double>();
  if (const auto megabytes = root.optional_member("memory"))
    result.limits.memory_megabytes = megabytes->value().get<std::uint64_t>();
  if (const auto seconds = root.optional_member("slice"))
    result.slice_seconds = seconds->value().get<double>();
  result.facts = root.member("facts").text();
  result.wants_proof = root.member("wants_proof").value() == true;
  result.keeps_history = root.member("keeps_history").value() == true;
  return result;
}

std::string answer(Env& env, const WorkerRequest& request,
                   const std::function<void()>& tell_verdict) {
  std::unique_ptr<Task> task;  // outlives the result, which refers to it
  output::ModelResult results{request.model.path, {}};
  output::PropertyResult& result = results.results.emplace_back();
  std::optional<Limits::Share> slice(std::in_place, env.limits, request.slice_seconds);
  CheckOptions options;
  options.keep_precision = true;
  options.keeps_history = request.keeps_history;
  options.facts = request.facts;
  options.on_verdict = [&] {
    slice.reset();
    tell_verdict();
  };
  try {
    task = load(env, request.model);
    const std::size_t property = request.properties.size() == 1
                                     ? request.properties.front()
                                     : task->unite(request.properties).value();
    result = check_property(env, *task, property, request.configuration, nullptr, options);
  } catch (const LimitReached& limit) {
    result.verdict.reason = to_string(limit.reason());
  }
  if (!request.wants_proof) result.proof.reset();
  return output::write_witness(results);
}

Worker::Worker(const std::vector<std::string>& command, const WorkerRequest& request)
    : process_(command, write_request(request)) {}

WorkerAnswer Worker::read_answer(const analysis::System& system) {
  std::string_view text = process_.output();
  if (is_certifying()) text.remove_prefix(certifying_line.size());
  if (text.empty() || text.back() != '\n') {
    const ChildProcess::End end = process_.wait();
    return {{}, "no answer, " + end.to_string(), !is_stopped(end)};
  }
  try {
    const output::Witness witness(std::make_shared<const SourceText>("answer", std::string(text)));
    return {witness.result(0, system), ""};
  } catch (const InputError& error) {
    return {{}, fmt::format("its answer can't be read: {}", error.what())};
  }
}

}  // namespace arges::engine
