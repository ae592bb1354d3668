"""State machines that send each other messages, by their number of objects: for measuring."""


def ring(n):
    """Leader election (Chang and Roberts 1979) among n processes."""
    text = """signal token(int number), elected(int number);
class Process {
  Process next;
  int id;
  int leader = -1;
  queue %d;
  initial state Start {
    -> Running { send token(id) to next; }
    defer token, elected;
  }
  state Running {
    on token(int n) [n > id] { send token(n) to next; }
    on token(int n) [n < id];
    on token(int n) [n == id] -> Leader { leader = id; send elected(id) to next; }
    on elected(int n) -> Follower { leader = n; assert n >= id; send elected(n) to next; }
  }
  final state Follower { on token(int n); }
  final state Leader {
    on elected(int n) { assert n == id; }
    on token(int n);
  }
}
""" % (n + 1)
    # So tokens go furthest: all but the largest number meet larger ones late.
    numbers = [n - i for i in range(n)]
    for i in range(n):
        text += f"object p{i} : Process {{ next = p{(i + 1) % n}; id = {numbers[i]}; }}\n"
    return text


def commit(n):
    """Two-phase commit with n participants, each of which may refuse."""
    names = [f"p{i}" for i in range(n)]
    text = "signal prepare, commit, abort, vote(bool yes);\nclass Coordinator {\n"
    text += "".join(f"  Participant {name};\n" for name in names)
    text += f"  int votes; bool refused;\n  queue {n};\n"
    text += "  initial state Start { -> Collecting { " + " ".join(f"send prepare to {name};" for name in names) + " } }\n"
    text += f"""  state Collecting {{
    on vote(bool yes) [votes < {n - 1}] {{ votes = votes + 1; refused = refused || !yes; }}
    on vote(bool yes) [votes == {n - 1}] -> Deciding {{ refused = refused || !yes; }}
  }}
  choice Deciding {{
    [!refused] -> Committed {{ {" ".join(f"send commit to {name};" for name in names)} }}
    [refused] -> Aborted {{ {" ".join(f"send abort to {name};" for name in names)} }}
  }}
  final state Committed;
  final state Aborted;
}}
class Participant {{
  Coordinator boss;
  queue 2;
  initial state Idle {{ on prepare -> Working; }}
  state Working {{ -> Logging; -> Refused {{ send vote(false) to boss; }} }}
  state Logging {{ -> Ready {{ send vote(true) to boss; }} }}
  state Ready {{ on commit -> Committed; on abort -> Aborted; }}
  state Refused {{ on abort -> Aborted; }}
  final state Committed;
  final state Aborted;
}}
object boss : Coordinator {{ {" ".join(f"{name} = {name};" for name in names)} }}
"""
    return text + "".join(f"object {name} : Participant {{ boss = boss; }}\n" for name in names)


def window(n):
    """Go back n over a link that loses messages and then tells the sender, numbered modulo n + 1."""
    modulus = n + 1
    return f"""signal data(int number), packet(int number), answer(int number), ack(int number), lost;
class Sender {{
  int base, next, under_way;
  Link link;
  queue {n};
  initial state Sending {{
    [under_way < {n} && (next - base + {modulus}) % {modulus} < {n}] {{
      send data(next) to link; next = (next + 1) % {modulus}; under_way = under_way + 1;
    }}
    [under_way == 0 && next != base] {{ next = base; }}
    on ack(int a) {{
      under_way = under_way - 1;
      base = (a - base + {modulus}) % {modulus} < (next - base + {modulus}) % {modulus} ? (a + 1) % {modulus} : base;
    }}
    on lost {{ under_way = under_way - 1; }}
  }}
}}
class Link {{
  Sender sender;
  Receiver receiver;
  queue {n};
  initial state Carrying {{
    on data(int d) {{ send packet(d) to receiver; }}
    on data(int d) {{ send lost to sender; }}
    on answer(int d) {{ send ack(d) to sender; }}
    on answer(int d) {{ send lost to sender; }}
  }}
}}
class Receiver {{
  int expected;
  Link link;
  queue {n};
  initial state Listening {{
    on packet(int p) [p == expected] {{ expected = (expected + 1) % {modulus}; send answer(p) to link; }}
    on packet(int p) [p != expected] {{ send answer((expected + {modulus - 1}) % {modulus}) to link; }}
  }}
}}
object sender : Sender {{ link = link; }}
object link : Link {{ sender = sender; receiver = receiver; }}
object receiver : Receiver {{ link = link; }}
"""


def philosophers(n):
    """n philosophers that ask for their forks by messages, the last one in the other order."""
    text = """signal ask(Philosopher who), give, back;
class Fork {
  Philosopher user;
  queue 3;
  initial state Free { on ask(user) -> Used { send give to user; } }
  state Used { defer ask; on back -> Free; }
}
class Philosopher {
  Fork first, second;
  int meals;
  queue 1;
  initial state Thinking { -> Waiting { send ask(self) to first; } }
  state Waiting { on give -> Holding { send ask(self) to second; } }
  state Holding { on give -> Eating; }
  state Eating { -> Thinking { meals = (meals + 1) % 3; send back to first; send back to second; } }
}
"""
    for i in range(n):
        forks = (i, (i + 1) % n) if i < n - 1 else (0, i)
        text += f"object phil{i} : Philosopher {{ first = fork{forks[0]}; second = fork{forks[1]}; }}\n"
        text += f"object fork{i} : Fork;\n"
    return text


def counters(n):
    """n workers that count for themselves and tell a collector, who adds up."""
    text = f"""signal done(int amount);
class Worker {{
  int count;
  Collector collector;
  initial state Counting {{
    [count < 3] {{ count = count + 1; }}
    [count == 3] -> Telling;
  }}
  state Telling {{ -> Resting {{ send done(count) to collector; }} }}
  final state Resting;
}}
class Collector {{
  int sum;
  queue {n};
  final initial state Adding {{ on done(int a) {{ sum = sum + a; assert sum <= {3 * n}; }} }}
}}
object collector : Collector;
"""
    return text + "".join(f"object w{i} : Worker {{ collector = collector; }}\n" for i in range(n))


SYSTEMS = {"ring": ring, "commit": commit, "window": window, "philosophers": philosophers, "counters": counters}
