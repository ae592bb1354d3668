"""An interpreter of SCXML that follows Appendix D of the recommendation to the letter, for the documents of random_charts.

It decides who is right where arges and Qt differ. Its functions are named as there; what these documents don't have (invoke,
late binding, data of events) is left out. `Order.DEEPEST_SOURCE` is what Qt does instead of the appendix: of the transitions
that several atomic states select, those with the deeper source come first, both in conflicts and when content is executed.
"""
import enum
import functools
import re
import xml.etree.ElementTree as ET

STATES = ("state", "parallel", "final")
MAX_STEPS = 10000


def local(tag):
    return tag.rsplit("}", 1)[-1]


class Order(enum.Enum):
    """In which order enabled transitions are considered and taken."""

    SELECTING_STATE = "document order of the atomic states that selected them: Appendix D, selectTransitions"
    DEEPEST_SOURCE = "depth of their sources below what these have in common: Qt"


class Transition:
    """A transition, also one of an initial or history state."""

    def __init__(self, element, source, order=0):
        self.order, self.source, self.content = order, source, list(element)
        self.events = [re.sub(r"\.?\*$", "", word) for word in element.get("event", "").split()]
        self.has_event = element.get("event") is not None
        self.condition = element.get("cond")
        self.target_names = element.get("target", "").split()
        self.is_internal = element.get("type") == "internal"
        self.targets = []

    def matches(self, name):
        return any(word in ("", name) or name.startswith(word + ".") for word in self.events)


class State:
    """A state or pseudo state."""

    def __init__(self, element, parent, order):
        self.tag, self.name, self.parent, self.order = local(element.tag), element.get("id", ""), parent, order
        self.is_deep = element.get("type") == "deep"
        parts = [(local(part.tag), part) for part in element]
        own = [part for tag, part in parts if tag == "transition"]
        self.transitions = [Transition(part, self, number) for number, part in enumerate(own)]
        self.entry = [part for tag, part in parts if tag == "onentry"]
        self.exit = [part for tag, part in parts if tag == "onexit"]
        self.states, self.histories, self.initial = [], [], None
        for tag, part in parts:
            if tag == "initial":
                self.initial = Transition(part.find("{*}transition"), self)
        if element.get("initial"):
            self.initial = Transition(ET.Element("transition", target=element.get("initial")), self)

    def ancestors(self, end=None):
        node = self.parent
        while node is not None and node is not end:
            yield node
            node = node.parent

    def is_inside(self, other):
        return other in self.ancestors()

    def is_compound(self):
        return self.tag in ("state", "scxml") and bool(self.states)

    def is_atomic(self):
        return self.tag == "final" or self.tag == "state" and not self.states


def by_depth(first, second):
    """Negative if Qt takes the first transition before the second."""
    one, two = first.source, second.source
    if one is two:
        return first.order - second.order
    if one.is_inside(two) or two.is_inside(one):
        return -1 if one.is_inside(two) else 1
    common = next(s for s in one.ancestors() if s.is_compound() and two.is_inside(s))
    depths = [len(list(source.ancestors(common))) for source in (one, two)]
    return depths[1] - depths[0] or one.order - two.order


class Interpreter:
    """A run of one document."""

    def __init__(self, path, order):
        self.order = order
        self.by_name, self.count = {}, 0
        document = ET.parse(path).getroot()
        self.root = self.read(document, None)
        for state in self.everything(self.root):
            for transition in state.transitions + ([state.initial] if state.initial else []):
                transition.targets = [self.by_name[name] for name in transition.target_names]
            if state.is_compound() and not state.initial:
                state.initial = Transition(ET.Element("transition"), state)
                state.initial.targets = [state.states[0]]
        data = document.iterfind("{*}datamodel/{*}data")
        self.data = {part.get("id"): int(part.get("expr")) for part in data}
        self.configuration, self.memory, self.internal, self.external = [], {}, [], []
        self.is_running = True
        self.enter_states([self.root.initial])
        self.settle()

    def read(self, element, parent):
        state = State(element, parent, self.count)
        self.count += 1
        self.by_name[state.name] = state
        for part in element:
            if local(part.tag) in STATES:
                state.states.append(self.read(part, state))
            elif local(part.tag) == "history":
                state.histories.append(self.read(part, state))
        return state

    def everything(self, state):
        yield state
        for part in state.histories + state.states:
            yield from self.everything(part)

    # The main event loop

    def send(self, event):
        self.external.append(event)
        self.settle()

    def settle(self):
        for _ in range(MAX_STEPS):
            if not self.is_running:
                self.exit_interpreter()
                return
            enabled = self.select(None)
            if not enabled and self.internal:
                enabled = self.select(self.internal.pop(0))
            elif not enabled and self.external:
                enabled = self.select(self.external.pop(0))
            elif not enabled:
                return
            if enabled:
                self.exit_states(enabled)
                for transition in enabled:
                    self.execute(transition.content)
                self.enter_states(enabled)
        raise RuntimeError("no end")

    def exit_interpreter(self):
        """The last states are left, but still reported."""
        for state in sorted(self.configuration, key=lambda s: -s.order):
            for block in state.exit:
                self.execute(block)

    def select(self, event):
        enabled = []
        for atomic in sorted((s for s in self.configuration if s.is_atomic()), key=lambda s: s.order):
            found = self.first_enabled(atomic, event)
            if found and found not in enabled:
                enabled.append(found)
        if self.order is Order.DEEPEST_SOURCE:
            enabled.sort(key=functools.cmp_to_key(by_depth))
        return self.remove_conflicting(enabled)

    def first_enabled(self, atomic, event):
        for state in [atomic, *atomic.ancestors()]:
            for transition in state.transitions:
                is_meant = not transition.has_event if event is None else transition.matches(event)
                if is_meant and (transition.condition is None or self.value(transition.condition)):
                    return transition
        return None

    def remove_conflicting(self, enabled):
        kept = []
        for first in enabled:
            removed, is_preempted = [], False
            for second in kept:
                if self.exit_set([first]) & self.exit_set([second]):
                    if first.source.is_inside(second.source):
                        removed.append(second)
                    else:
                        is_preempted = True
                        break
            if not is_preempted:
                kept = [t for t in kept if t not in removed] + [first]
        return kept

    # Leaving

    def exit_set(self, transitions):
        result = set()
        for transition in transitions:
            if transition.targets:
                domain = self.domain(transition)
                result |= {s for s in self.configuration if s.is_inside(domain)}
        return result

    def exit_states(self, enabled):
        leaving = sorted(self.exit_set(enabled), key=lambda s: -s.order)
        for state in leaving:
            for history in state.histories:
                if history.is_deep:
                    noted = [s for s in self.configuration if s.is_atomic() and s.is_inside(state)]
                else:
                    noted = [s for s in self.configuration if s.parent is state]
                self.memory[history] = noted
        for state in leaving:
            for block in state.exit:
                self.execute(block)
            self.configuration.remove(state)

    def domain(self, transition):
        targets = self.effective_targets(transition)
        source = transition.source
        if transition.is_internal and source.is_compound() and all(t.is_inside(source) for t in targets):
            return source
        for ancestor in source.ancestors():
            if ancestor.is_compound() and all(t.is_inside(ancestor) for t in targets):
                return ancestor
        return source  # the initial transition of the document

    def effective_targets(self, transition):
        result = []
        for target in transition.targets:
            if target.tag != "history":
                result.append(target)
            elif self.memory.get(target):
                result += self.memory[target]
            else:
                result += self.effective_targets(target.transitions[0])
        return result

    # Entering

    def enter_states(self, enabled):
        self.entering, self.by_default, self.history_content = [], [], {}
        for transition in enabled:
            for target in transition.targets:
                self.add_descendants(target)
            if transition.targets:
                domain = self.domain(transition)
                for target in self.effective_targets(transition):
                    self.add_ancestors(target, domain)
        for state in sorted(self.entering, key=lambda s: s.order):
            self.configuration.append(state)
            for block in state.entry:
                self.execute(block)
            if state in self.by_default:
                self.execute(state.initial.content)
            self.execute(self.history_content.get(state, []))
            if state.tag == "final":
                self.finish(state)

    def finish(self, state):
        parent = state.parent
        if parent.tag == "scxml":
            self.is_running = False
            return
        self.internal.append("done.state." + parent.name)
        above = parent.parent
        if above.tag == "parallel" and all(self.is_in_final(s) for s in above.states):
            self.internal.append("done.state." + above.name)

    def is_in_final(self, state):
        if state.is_compound():
            return any(s.tag == "final" and s in self.configuration for s in state.states)
        return state.tag == "parallel" and all(self.is_in_final(s) for s in state.states)

    def add(self, state):
        if state not in self.entering:
            self.entering.append(state)

    def add_descendants(self, state):
        if state.tag == "history":
            noted = self.memory.get(state)
            if not noted:
                self.history_content[state.parent] = state.transitions[0].content
                noted = state.transitions[0].targets
            self.add_all(noted, state.parent)
            return
        self.add(state)
        if state.is_compound():
            self.by_default.append(state)
            self.add_all(state.initial.targets, state)
        elif state.tag == "parallel":
            self.add_regions(state)

    def add_all(self, states, top):
        for state in states:
            self.add_descendants(state)
        for state in states:
            self.add_ancestors(state, top)

    def add_ancestors(self, state, top):
        for ancestor in state.ancestors(top):
            self.add(ancestor)
            if ancestor.tag == "parallel":
                self.add_regions(ancestor)

    def add_regions(self, state):
        for child in state.states:
            if not any(s.is_inside(child) for s in self.entering):
                self.add_descendants(child)

    # Content

    def value(self, text):
        text = text.replace("&&", " and ").replace("||", " or ")
        text = re.sub(r"!(?!=)", " not ", text)
        active = {s.name for s in self.configuration}
        return eval(text, {"In": active.__contains__}, self.data)  # pylint: disable=eval-used

    def execute(self, block):
        for part in block:
            tag = local(part.tag)
            if tag == "assign":
                self.data[part.get("location")] = self.value(part.get("expr"))
            elif tag == "raise":
                self.internal.append(part.get("event"))
            elif tag == "send":
                self.external.append(part.get("event"))
            elif tag == "if":
                self.execute(self.branch(part))

    def branch(self, element):
        chosen, holds = [], self.value(element.get("cond"))
        for part in element:
            if local(part.tag) == "else":
                holds = not holds
            elif holds:
                chosen.append(part)
        return chosen


def run(path, events, names, order):
    """The steps of a run, in the form in which arges and Qt give them."""
    interpreter = Interpreter(path, order)
    steps = [step_of(interpreter, names)]
    for event in events:
        if interpreter.is_running:
            interpreter.send(event)
            steps.append(step_of(interpreter, names))
    return steps


def step_of(interpreter, names):
    active = sorted(s.name for s in interpreter.configuration if s.is_atomic())
    return {"configuration": active, "variables": {name: interpreter.data[name] for name in names}}
