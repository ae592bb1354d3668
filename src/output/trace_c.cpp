#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/syntax/call_text.h"
#include "output/c_harness.h"
#include "output/c_text.h"
#include "output/chart_value.h"
#include "output/trace_formats.h"

namespace arges::output {

namespace {

constexpr const char* head = R"(/* A test driver made by arges: {count} of {model}.

   It sends the inputs of each trace to an implementation and compares what that does with what the
   model does. You write the implementation's side, in a file of your own:

     void sut_reset(void);
         Puts the system into the state it starts with.
     void sut_send(const char *event, int count, const char *const *arguments);
         Hands over an event with its arguments as texts; the system need not react yet. {inputs}
     void sut_react(unsigned long milliseconds);
         Ends a step: so much time passes, and the system reacts to what it was sent, if anything.
     int sut_is_active(const char *state);
         Whether a state is active, that has no active state inside: 1, 0, or -1 if you can't tell.
     int sut_was_sent(const char *output);
         Whether the system sent this, arguments included, since the last sut_reset or sut_react
         began: 1, 0, or -1 if you can't tell.
     const char *sut_value(const char *variable);
         The value of a variable as text, or NULL if you can't tell.

   What can't be told is not compared. Then

     cc -std=c99 THIS_FILE YOUR_FILE -o driver
     ./driver            runs all traces; the exit code is 0 if all pass, 1 if not
     ./driver 3 7        runs these
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sut_reset(void);
void sut_send(const char *event, int count, const char *const *arguments);
void sut_react(unsigned long milliseconds);
int sut_is_active(const char *state);
int sut_was_sent(const char *output);
const char *sut_value(const char *variable);

typedef struct {{
  const char *event; /* NULL ends a list */
  int count;
  const char *const *arguments;
}} Input;

typedef struct {{
  const char *variable; /* NULL ends a list */
  const char *text;
}} Value;

typedef struct {{
  const char *cause; /* NULL ends a trace */
  unsigned long milliseconds;
  const Input *inputs;
  const char *const *states;
  const char *const *outputs;
  const Value *values;
}} Step;
)";

constexpr const char* runner = R"(
static int contains(const char *const *list, const char *text) {
  for (; *list != NULL; list++)
    if (strcmp(*list, text) == 0) return 1;
  return 0;
}

static int complain(unsigned long trace, int step, const char *cause, const char *what,
                    const char *name) {
  printf("trace %lu, step %d (%s): %s %s\n", trace, step, cause, name, what);
  return 1;
}

/* Every name that any trace has is asked for, so that what is there but should not be is found. */
static int check_step(unsigned long trace, int number, const Step *step) {
  int failures = 0;
  const char *const *name;
  const Value *value;
  for (name = all_states; *name != NULL; name++) {
    const int is = sut_is_active(*name);
    const int should = contains(step->states, *name);
    if (is >= 0 && (is != 0) != should)
      failures += complain(trace, number, step->cause,
                           should ? "should be active" : "should not be active", *name);
  }
  for (name = all_outputs; *name != NULL; name++) {
    const int is = sut_was_sent(*name);
    const int should = contains(step->outputs, *name);
    if (is >= 0 && (is != 0) != should)
      failures += complain(trace, number, step->cause,
                           should ? "should be sent" : "should not be sent", *name);
  }
  for (value = step->values; value->variable != NULL; value++) {
    const char *is = sut_value(value->variable);
    if (is == NULL || strcmp(is, value->text) == 0) continue;
    printf("trace %lu, step %d (%s): %s is %s and should be %s\n", trace, number, step->cause,
           value->variable, is, value->text);
    failures++;
  }
  return failures;
}

/* Stops at the first step that differs: what follows would only repeat it. */
static int run_trace(unsigned long trace) {
  const Step *step = all_traces[trace - 1];
  int number = 0;
  sut_reset();
  for (;;) {
    if (check_step(trace, number, step) > 0) return 1;
    step++;
    number++;
    if (step->cause == NULL) break;
    const Input *input;
    for (input = step->inputs; input->event != NULL; input++)
      sut_send(input->event, input->count, input->arguments);
    sut_react(step->milliseconds);
  }
  return 0;
}

int main(int count, char **arguments) {
  unsigned long failed = 0, run = 0, trace;
  int i;
  for (i = 1; i < count; i++) {
    char *end;
    trace = strtoul(arguments[i], &end, 10);
    if (*end != '\0' || trace < 1 || trace > trace_count) {
      fprintf(stderr, "there is no trace '%s'; they are 1 to %lu\n", arguments[i], trace_count);
      return 2;
    }
    failed += (unsigned long)run_trace(trace);
    run++;
  }
  for (trace = 1; count < 2 && trace <= trace_count; trace++) {
    failed += (unsigned long)run_trace(trace);
    run++;
  }
  printf("%lu of %lu traces passed\n", run - failed, run);
  return failed == 0 ? 0 : 1;
}
)";

using Names = std::set<std::string>;

/// Strings as an initializer, with the null pointer that ends them.
std::string items_of(const auto& texts) {
  std::string result;
  for (const std::string& text : texts) result += c_string(text) + ", ";
  return result + "NULL";
}

std::string list_of(const std::vector<std::string>& texts) {
  return texts.empty() ? "nothing" : fmt::format("(const char *const[]){{{}}}", items_of(texts));
}

/// Whether inputs are events; those of a transition system are variables.
bool has_events(const TraceSet& set) {
  return set.subject.chart != nullptr || set.subject.machines != nullptr;
}

/// An event, or of a transition system a variable and its value.
syntax::CallText input_of(const TraceSet& set, const std::string& text) {
  const std::size_t equals = has_events(set) ? std::string::npos : text.find(" = ");
  if (equals == std::string::npos) {
    // An implementation gets strings, not how models write them.
    syntax::CallText result = syntax::call_text(text);
    for (std::string& argument : result.arguments)
      argument = syntax::unquoted(argument).value_or(argument);
    return result;
  }
  return {text.substr(0, equals), {text.substr(equals + 3)}};
}

/// What the events are called that are handed over.
const char* about_inputs(const TraceSet& set) {
  if (set.subject.chart != nullptr) return "";
  if (set.subject.machines != nullptr)
    return "Here an event is a\n         signal for an object, 'object.signal'; where a step "
           "sends none, an object goes on by itself.";
  return "Here an event is an input of the\n         model, and its argument the value.";
}

std::string inputs_of(const TraceSet& set, const ToldStep& step) {
  if (step.inputs.empty()) return "no_inputs";
  std::string result;
  for (const std::string& text : step.inputs) {
    const syntax::CallText input = input_of(set, text);
    result += fmt::format("{{{}, {}, {}}}, ", c_string(input.name), input.arguments.size(),
                          list_of(input.arguments));
  }
  return fmt::format("(const Input[]){{{}{{NULL, 0, nothing}}}}", result);
}

std::string values_of(const TraceSet& set, const ToldStep& step) {
  std::string result;
  for (const ir::Var var : step.variables)
    if (std::find(set.subject.inputs.begin(), set.subject.inputs.end(), var) ==
        set.subject.inputs.end()) {
      const std::string text = run_value_text(set.subject, var, step.state.get(var));
      result += fmt::format("{{{}, {}}}, ", c_string(var->name),
                            c_string(syntax::unquoted(text).value_or(text)));
    }
  if (result.empty()) return "no_values";
  return fmt::format("(const Value[]){{{}{{NULL, NULL}}}}", result);
}

/// The driver for an implementation of a model.
void write_driver(const TraceSet& set, const Sink& sink) {
  sink(fmt::format(head, fmt::arg("count", fmt::format("{} traces", set.size)),
                   fmt::arg("model", c_comment(set.model)), fmt::arg("inputs", about_inputs(set))));
  sink(
      "\n"
      "static const char *const nothing[] = {NULL};\n"
      "static const Input no_inputs[] = {{NULL, 0, nothing}};\n"
      "static const Value no_values[] = {{NULL, NULL}};\n\n");
  const std::vector<std::string> no_names;
  Names states;
  Names outputs;
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    sink(fmt::format("static const Step trace_{}[] = {{\n", i + 1));
    for (const ToldStep& step : steps) {
      // Where a transition system is has no name of its own.
      const auto& active = has_events(set) ? step.configuration : no_names;
      states.insert(active.begin(), active.end());
      outputs.insert(step.outputs.begin(), step.outputs.end());
      sink(fmt::format("  {{{}, {},\n   {},\n   {},\n   {},\n   {}}},\n", c_string(step.cause),
                       step.milliseconds, inputs_of(set, step), list_of(active),
                       list_of(step.outputs), values_of(set, step)));
    }
    sink("  {NULL, 0, no_inputs, nothing, nothing, no_values}};\n");
  }
  sink("\nstatic const Step *const all_traces[] = {\n");
  for (std::size_t i = 0; i < set.size; ++i) sink(fmt::format("  trace_{},\n", i + 1));
  sink("  NULL};\n");
  sink(fmt::format("static const unsigned long trace_count = {};\n", set.size));
  sink(fmt::format("static const char *const all_states[] = {{{}}};\n", items_of(states)));
  sink(fmt::format("static const char *const all_outputs[] = {{{}}};\n", items_of(outputs)));
  sink(runner);
}

}  // namespace

void write_c(const TraceSet& set, const Sink& sink) {
  if (set.subject.program != nullptr)
    sink(c_harness(set));
  else
    write_driver(set, sink);
}

}  // namespace arges::output
