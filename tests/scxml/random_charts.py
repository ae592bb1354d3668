"""Random SCXML documents: nested states, regions, histories, transitions of all sorts, content that shows its order.

All runs settle: what is not caused by an event from outside costs fuel, which only those events refill. Every piece of
content mixes a number of its own into `x`, so that the value of `x` tells in which order they were executed.
"""
import random
import xml.etree.ElementTree as ET

SCXML = "http://www.w3.org/2005/07/scxml"
ARGES = "https://arges.dev/statechart"
EVENTS = ["a", "b", "c", "go.left", "go.right"]
VARIABLES = ["x", "fuel"]
OUTSIDE = EVENTS + ["a b", "go", "go.*", "b go.left"]
INSIDE = ["i", "j", "i.deep", "sent"]
MAX_DEPTH = 4


class Node:
    """A state, region or final state, with what is inside of it."""

    def __init__(self, kind, name, parent):
        self.kind, self.name, self.parent = kind, name, parent
        self.children, self.histories, self.is_deep = [], [], False

    def descendants(self):
        for child in self.children:
            yield child
            yield from child.descendants()

    def ancestors(self):
        node = self.parent
        while node:
            yield node
            node = node.parent


class Generator:
    """Makes one document of a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.number = 0
        self.root = Node("scxml", "", None)

    def chance(self, probability):
        return self.random.random() < probability

    # The tree

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def fill(self, node, depth):
        count = self.random.randint(2, 3)
        for _ in range(count):
            if node.kind == "parallel":
                kinds, weights = ["state", "compound", "parallel"], [1, 5, 1]
            else:
                kinds, weights = ["state", "compound", "parallel"], [4, 4, 3]
            kind = self.random.choices(kinds, weights)[0] if depth < MAX_DEPTH else "state"
            child = Node(kind, self.name({"state": "s", "compound": "k", "parallel": "p"}[kind]), node)
            node.children.append(child)
            if kind != "state":
                self.fill(child, depth + 1)
        if node.kind == "compound" and self.chance(0.4):
            node.children.append(Node("final", self.name("f"), node))
        if node.kind == "scxml" and self.chance(0.1):
            node.children.append(Node("final", "end", node))
        if node.kind != "scxml" and self.chance(0.4):
            for kind in self.random.sample(["shallow", "deep"], self.random.randint(1, 2)):
                history = Node("history", self.name("h"), node)
                history.is_deep = kind == "deep"
                node.histories.append(history)

    # Targets

    def several(self, target, candidates, top=None):
        """The target, or some of the candidates in different regions of one of its ancestors below `top`."""
        regions = [n for n in target.ancestors() if n.kind == "parallel" and (top is None or top in n.ancestors())]
        if not regions or target.parent is regions[0] and target.kind == "history" or self.chance(0.5):
            return [target.name]
        result = []
        for child in self.random.choice(regions).children:
            if child is target or child in target.ancestors():
                result.append(target.name)
            elif self.chance(0.6):
                result.append(self.random.choice([n for n in candidates if n is child or child in n.ancestors()]).name)
        return result

    def targets_inside(self, node):
        """States below a node that can be active together."""
        inside = list(node.descendants())
        return self.several(self.random.choice(self.random.choice([node.children, inside])), inside, node)

    def targets(self, source):
        """Of a transition. Not histories around its source: what these mean is not agreed upon, see qt_compare.py."""
        around = [source, *source.ancestors()]
        states = list(self.root.descendants())
        histories = [h for n in states if n not in around for h in n.histories]
        everything = states + histories
        chosen = self.random.random()
        if histories and chosen < 0.3:
            near = histories
        elif chosen < 0.6:
            near = list(source.descendants()) or states
        else:
            near = states
        return self.several(self.random.choice(near), everything)

    # Content

    def mix(self, parent):
        self.number += 1
        assign = ET.SubElement(parent, "assign", location="x")
        assign.set("expr", f"(x * 7 + {self.number}) % 10007")

    def content(self, parent):
        self.mix(parent)
        if self.chance(0.2):
            branch = ET.SubElement(parent, "if", cond="fuel > 0")
            ET.SubElement(branch, "assign", location="fuel", expr="fuel - 1")
            if self.chance(0.2):
                ET.SubElement(branch, "send", event="sent")
            else:
                ET.SubElement(branch, "raise", event=self.random.choice(INSIDE[:3]))
        if self.chance(0.15):
            branch = ET.SubElement(parent, "if", cond=self.condition())
            self.mix(branch)
            ET.SubElement(branch, "else")
            self.mix(branch)

    def condition(self):
        state = self.random.choice(list(self.root.descendants())).name
        return self.random.choice([f"In('{state}')", f"!In('{state}')", "x % 2 == 0", "x % 3 != 1"])

    def transition(self, parent, source):
        kind = self.random.choices(["outside", "inside", "done", "none", "any"], [8, 3, 2, 2, 1])[0]
        element = ET.SubElement(parent, "transition")
        conditions = [self.condition()] if self.chance(0.35) else []
        if kind == "outside":
            element.set("event", self.random.choice(OUTSIDE))
        elif kind == "inside":
            element.set("event", self.random.choice(INSIDE))
        elif kind == "done":
            done = [n.name for n in self.root.descendants() if n.kind in ("compound", "parallel")]
            element.set("event", "done.state." + self.random.choice(done) if done else "done.state")
        elif kind == "any":
            element.set("event", "*")
        if kind != "outside":
            conditions.insert(0, "fuel > 0")
        if conditions:
            element.set("cond", " && ".join(conditions))
        if kind == "none" or self.chance(0.85):
            element.set("target", " ".join(self.targets(source)))
            if self.chance(0.3):
                element.set("type", "internal")
        if kind == "outside" and self.chance(0.5):
            ET.SubElement(element, "assign", location="fuel", expr="5")
        if kind != "outside":
            ET.SubElement(element, "assign", location="fuel", expr="fuel - 1")
        self.content(element)

    # The document

    def initial(self, element, node):
        if node.kind not in ("compound", "scxml") or self.chance(0.4):
            return
        targets = " ".join(self.targets_inside(node))
        if node.histories and self.chance(0.15):
            targets = self.random.choice(node.histories).name
        if node.kind == "compound" and self.chance(0.5):
            transition = ET.SubElement(ET.SubElement(element, "initial"), "transition", target=targets)
            self.mix(transition)
        else:
            element.set("initial", targets)

    def history(self, element, history):
        node = history.parent
        targets = self.targets_inside(node)
        if not history.is_deep:
            children = node.children if node.kind == "parallel" else [self.random.choice(node.children)]
            targets = [child.name for child in self.random.sample(children, len(children))]
        part = ET.SubElement(element, "history", id=history.name, type="deep" if history.is_deep else "shallow")
        self.mix(ET.SubElement(part, "transition", target=" ".join(targets)))

    def write(self, parent, node):
        tag = {"compound": "state"}.get(node.kind, node.kind)
        element = ET.SubElement(parent, tag, id=node.name)
        if node.kind != "final":
            self.initial(element, node)
        if self.chance(0.6):
            self.content(ET.SubElement(element, "onentry"))
        if self.chance(0.6):
            self.content(ET.SubElement(element, "onexit"))
        if node.kind != "final":
            for _ in range(self.random.randint(1, 3)):
                self.transition(element, node)
        for child in node.children:
            self.write(element, child)
        # Last, because Qt takes a history before the first state for the default.
        for history in node.histories:
            self.history(element, history)

    def document(self):
        self.fill(self.root, 1)
        scxml = ET.Element("scxml", {"xmlns": SCXML, "xmlns:a": ARGES, "version": "1.0", "datamodel": "ecmascript"})
        scxml.set("a:internal-queue", "64")
        scxml.set("a:external-queue", "64")
        model = ET.SubElement(scxml, "datamodel")
        ET.SubElement(model, "data", id="x", expr="0")
        ET.SubElement(model, "data", id="fuel", expr="5")
        self.initial(scxml, self.root)
        for child in self.root.children:
            self.write(scxml, child)
        ET.indent(scxml)
        return ET.tostring(scxml, encoding="unicode") + "\n"


def generate(seed):
    return Generator(seed).document()
