# ruff: noqa
# fmt: off
"""Right and wrong answers to the questions of coursework/monads.md.

Each part stands in place of the solution of its question; a bare percent line starts a further
cell of the same answer.  The wrong ones are mistakes that people make.  A name in double braces
is a constant of the master, as there.
"""

# %% follow: wrong, None taken for a missing entry
def follow(table, start, steps):
    result = Just(start)
    for _ in range(steps):
        result = result.bind(lambda key: Nothing() if table.get(key) is None else Just(table[key]))
    return result

# %% follow: wrong, values that count as false taken for nothing
def follow(table, start, steps):
    for _ in range(steps):
        start = table.get(start)
        if not start:
            return Nothing()
    return Just(start)

# %% follow: wrong, one look-up too many
def follow(table, start, steps):
    result = Just(start)
    for _ in range(steps + 1):
        result = result.bind(lambda key: Just(table[key]) if key in table else Nothing())
    return result

# %% follow: wrong, stops at the last value found instead of failing
def follow(table, start, steps):
    for _ in range(steps):
        if start in table:
            start = table[start]
    return Just(start)

# %% follow: wrong, the value handed back bare
def follow(table, start, steps):
    for _ in range(steps):
        if start not in table:
            return Nothing()
        start = table[start]
    return start

# %% follow: right, by Kleisli composition
from ideas.monads import MAYBE

def follow(book, where, n):
    look = lambda key: MAYBE.unit(book[key]) if key in book else Nothing()
    return MAYBE.fish(*[look] * n)(where) if n else MAYBE.unit(where)

# %% follow: right, with an exception
def follow(table, start, steps):
    try:
        for _ in range(steps):
            start = table[start]
    except KeyError:
        return Nothing()
    return Just(start)

# %% culprit: wrong, a log of zero, where nothing can differ
def combine(x, y):
    return (x + y + {{ twist }} * x * y * (x - y)) % {{ modulus }}

def bind(m, f):
    new_value, new_log = f(m[0])
    return new_value, combine(m[1], new_log)

culprit = ("a", 1), lambda a: ("b", 2), lambda b: ("c", 0)

# %% culprit: wrong, a failure of commutativity
def combine(x, y):
    return (x + y + {{ twist }} * x * y * (x - y)) % {{ modulus }}

def bind(m, f):
    new_value, new_log = f(m[0])
    return new_value, combine(m[1], new_log)

x, y = next(((x, y) for x in range({{ modulus }}) for y in range({{ modulus }}) if combine(x, y) != combine(y, x)), (1, 2))
culprit = (0, x), lambda a: (0, 0), lambda a: (0, y)

# %% culprit: wrong, logs outside the range
def combine(x, y):
    return (x + y + {{ twist }} * x * y * (x - y)) % {{ modulus }}

def bind(m, f):
    new_value, new_log = f(m[0])
    return new_value, combine(m[1], new_log)

culprit = ("a", {{ modulus }} + 1), lambda a: ("b", {{ modulus }} + 2), lambda b: ("c", {{ modulus }} + 3)

# %% culprit: wrong, pairs instead of functions
def combine(x, y):
    return (x + y + {{ twist }} * x * y * (x - y)) % {{ modulus }}

def bind(m, f):
    new_value, new_log = f(m[0])
    return new_value, combine(m[1], new_log)

culprit = ("a", 1), ("b", 2), ("c", 1)

# %% culprit: right, the last counterexample, with functions that look at their value
def combine(x, y):
    return (x + y + {{ twist }} * x * y * (x - y)) % {{ modulus }}

def bind(m, f):
    value, log = m
    b, n = f(value)
    return b, combine(log, n)

bad = [(p, q, r) for p in range({{ modulus }}) for q in range({{ modulus }}) for r in range({{ modulus }})
       if combine(combine(p, q), r) != combine(p, combine(q, r))]

# %%
P, Q, R = bad[-1]
culprit = [(P, P), lambda a: (a + 1, Q if a == P else 0), lambda a: (a * 2, R if a == P + 1 else 0)]

# %% broken_laws: wrong, tried only with the unit in place of f
def broken_laws(unit, bind, values, computations):
    broken = set()
    if any(bind(unit(a), unit) != unit(a) for a in values):
        broken.add("left identity")
    if any(bind(m, unit) != m for m in computations):
        broken.add("right identity")
    if any(bind(bind(m, unit), unit) != bind(m, lambda a: bind(unit(a), unit)) for m in computations):
        broken.add("associativity")
    return broken

# %% broken_laws: wrong, only the first value tried
from itertools import product

def broken_laws(unit, bind, values, computations):
    arrows = [dict(zip(values, row)).__getitem__ for row in product(computations, repeat=len(values))]
    broken = set()
    if any(bind(unit(values[0]), f) != f(values[0]) for f in arrows):
        broken.add("left identity")
    if bind(unit(values[0]), unit) != unit(values[0]):
        broken.add("right identity")
    if any(bind(bind(unit(values[0]), f), g) != bind(unit(values[0]), lambda a: bind(f(a), g)) for f in arrows for g in arrows):
        broken.add("associativity")
    return broken

# %% broken_laws: wrong, only constant functions tried
def broken_laws(unit, bind, values, computations):
    arrows = [lambda a, m=m: m for m in computations]
    broken = set()
    if any(bind(unit(a), f) != f(a) for a in values for f in arrows):
        broken.add("left identity")
    if any(bind(m, f) != m for m in computations for f in [unit]):
        broken.add("right identity")
    if any(bind(bind(m, f), f) != bind(m, lambda a: bind(f(a), f)) for m in computations for f in arrows):
        broken.add("associativity")
    return broken

# %% broken_laws: wrong, left and right exchanged
from itertools import product

def broken_laws(unit, bind, values, computations):
    arrows = [dict(zip(values, row)).__getitem__ for row in product(computations, repeat=len(values))]
    broken = set()
    if any(bind(unit(a), f) != f(a) for a in values for f in arrows):
        broken.add("right identity")
    if any(bind(m, unit) != m for m in computations):
        broken.add("left identity")
    if any(bind(bind(m, f), g) != bind(m, lambda a: bind(f(a), g)) for m in computations for f in arrows for g in arrows):
        broken.add("associativity")
    return broken

# %% broken_laws: wrong, stops at the first law that fails
from itertools import product

def broken_laws(unit, bind, values, computations):
    arrows = [dict(zip(values, row)).__getitem__ for row in product(computations, repeat=len(values))]
    if any(bind(unit(a), f) != f(a) for a in values for f in arrows):
        return {"left identity"}
    if any(bind(m, unit) != m for m in computations):
        return {"right identity"}
    if any(bind(bind(m, f), g) != bind(m, lambda a: bind(f(a), g)) for m in computations for f in arrows for g in arrows):
        return {"associativity"}
    return set()

# %% broken_laws: right, with loops and the library's tables
from ideas.monads import all_functions

def broken_laws(eta, then, A, TA):
    functions = list(all_functions(tuple(A), TA))
    names = []
    for f in functions:
        for a in A:
            if then(eta(a), f) != f(a):
                names.append("left identity")
        for g in functions:
            h = lambda a: then(f(a), g)
            for m in TA:
                if then(then(m, f), g) != then(m, h):
                    names.append("associativity")
    for m in TA:
        if not then(m, eta) == m:
            names.append("right identity")
    return set(names)

# %% compose: wrong, from right to left
def compose(unit, fmap, join, arrows):
    def composite(a):
        m = unit(a)
        for arrow in reversed(arrows):
            m = join(fmap(arrow, m))
        return m
    return composite

# %% compose: wrong, no unit when there is no arrow
def compose(unit, fmap, join, arrows):
    def composite(a):
        if not arrows:
            return a
        m = arrows[0](a)
        for arrow in arrows[1:]:
            m = join(fmap(arrow, m))
        return m
    return composite

# %% compose: wrong, join forgotten
def compose(unit, fmap, join, arrows):
    def composite(a):
        m = unit(a)
        for arrow in arrows:
            m = fmap(arrow, m)
        return m
    return composite

# %% compose: wrong, only the first two arrows
def compose(unit, fmap, join, arrows):
    if not arrows:
        return unit
    if len(arrows) == 1:
        return arrows[0]
    return lambda a: join(fmap(arrows[1], arrows[0](a)))

# %% compose: wrong, written for lists only
def compose(unit, fmap, join, arrows):
    def composite(a):
        values = [a]
        for arrow in arrows:
            values = [c for b in values for c in arrow(b)]
        return values
    return composite

# %% compose: right, by recursion from the right
def compose(eta, T, mu, arrows):
    if not arrows:
        return eta
    first, *others = arrows
    after = compose(eta, T, mu, others)
    return lambda a: mu(T(after, first(a)))

# %% compose: right, by a fold, with bind in a cell of its own
def binder(fmap, join):
    return lambda m, f: join(fmap(f, m))

# %%
from functools import reduce

def compose(unit, fmap, join, arrows):
    bind = binder(fmap, join)
    return lambda a: reduce(bind, arrows, unit(a))

# %% until: wrong, each run from the first state
def until(test, action):
    def run(state):
        runs = 0
        while True:
            value, new = action(state)
            runs += 1
            if test(value):
                return (value, runs), new
    return run

# %% until: wrong, the run that passes is not counted
def until(test, action):
    def run(state):
        runs = 0
        while True:
            value, state = action(state)
            if test(value):
                return (value, runs), state
            runs += 1
    return run

# %% until: wrong, the state before the last run is handed on
def until(test, action):
    def run(state):
        runs = 0
        while True:
            before = state
            value, state = action(before)
            runs += 1
            if test(value):
                return (value, runs), before
    return run

# %% until: wrong, recursion that gets too deep
def until(test, action):
    def run(state, runs=1):
        value, state = action(state)
        return ((value, runs), state) if test(value) else run(state, runs + 1)
    return run

# %% until: wrong, the counter lives on between two uses
def until(test, action):
    runs = 0
    def run(state):
        nonlocal runs
        while True:
            value, state = action(state)
            runs += 1
            if test(value):
                return (value, runs), state
    return run

# %% until: right, with tail_rec_m of the library's State
from ideas.monads import STATE, Left, Right, state

def until(test, action):
    def step(runs):
        return STATE.map(lambda v: Right((v, runs)) if test(v) else Left(runs + 1), State_of(action))
    return lambda s: STATE.tail_rec_m(step, 1).run(s)

# %%
def State_of(action):
    from ideas.monads.state import state as make
    return make(action)

# %% until: right, with a counter of itertools
from itertools import count

def until(ok, step):
    def machine(s):
        for n in count(1):
            v, s = step(s)
            if ok(v):
                return [(v, n), s]
    return machine

# %% switch_wins: wrong, all closed doors alike
from fractions import Fraction

def switch_wins(n, k):
    return Fraction(1, n - k)

# %% switch_wins: wrong, as if only one other door were left
from fractions import Fraction

def switch_wins(n, k):
    return Fraction(n - 1, n)

# %% switch_wins: wrong, the door of the player counted among those to switch to
from fractions import Fraction

def switch_wins(n, k):
    return Fraction(n - 1, n * (n - k))

# %% switch_wins: wrong, a float
def switch_wins(n, k):
    return (n - 1) / n / (n - k - 1)

# %% switch_wins: wrong, the host opens doors at random
from fractions import Fraction

def switch_wins(n, k):
    return Fraction(n - 1 - k, n) / (n - k - 1)

# %% switch_wins: right, with a pencil
from fractions import Fraction

def switch_wins(n, k):
    missed = 1 - Fraction(1, n)
    return missed * Fraction(1, n - 1 - k)

# %% switch_wins: right, by summing over all games
from fractions import Fraction
from itertools import combinations

def switch_wins(n, k):
    won = Fraction(0)
    for prize in range(n):
        options = list(combinations([d for d in range(1, n) if d != prize], k))
        for shown in options:
            doors = [d for d in range(1, n) if d not in shown]
            won += Fraction(doors.count(prize), n * len(options) * len(doors))
    return won

# %% escape: wrong, multiplies from the left until it meets the zero
def escape(numbers, times):
    def computation(k):
        total = 1
        for n in numbers:
            if n == 0:
                return k(0)
            total = times(total, n)
        return k(total)
    return computation

# %% escape: wrong, leaves without calling k
def escape(numbers, times):
    def computation(k):
        if 0 in numbers:
            return 0
        total = 1
        for n in numbers:
            total = times(total, n)
        return k(total)
    return computation

# %% escape: wrong, the zero handed to the pending multiplications
def escape(numbers, times):
    def computation(k):
        if not numbers:
            return k(1)
        if numbers[0] == 0:
            return k(0)
        return escape(numbers[1:], times)(lambda p: k(times(numbers[0], p)))
    return computation

# %% escape: wrong, what k returns is dropped
def escape(numbers, times):
    def computation(k):
        total = 0 if 0 in numbers else 1
        if total:
            for n in numbers:
                total = times(total, n)
        k(total)
        return total
    return computation

# %% escape: wrong, k called after every factor
def escape(numbers, times):
    def computation(k):
        if 0 in numbers:
            return k(0)
        total, result = 1, k(1)
        for n in numbers:
            total = times(total, n)
            result = k(total)
        return result
    return computation

# %% escape: right, by looking for zeros first
from functools import reduce

def escape(numbers, times):
    return lambda k: k(0) if 0 in numbers else k(reduce(times, numbers, 1))

# %% escape: right, with the library's call_cc
from ideas.monads import cont

def escape(numbers, times):
    def inside(leave):
        def go(i):
            if i == len(numbers):
                return cont.unit(1)
            if numbers[i] == 0:
                return leave(0)
            return go(i + 1).bind(lambda p: cont.unit(times(numbers[i], p)))
        return go(0)
    return lambda k: cont.call_cc(inside).run(k)

# %% interpret: wrong, f grafted only where the program is done already
def graft(program, f):
    return f(program[1]) if program[0] == "done" else program

def run(program, store):
    store = dict(store)
    while program[0] != "done":
        if program[0] == "get":
            program = program[2](store.get(program[1]))
        else:
            store[program[1]] = program[2]
            program = program[3]()
    return program[1], store

# %% interpret: wrong, the caller's store is changed
def graft(program, f):
    if program[0] == "done":
        return f(program[1])
    if program[0] == "get":
        return "get", program[1], lambda v: graft(program[2](v), f)
    return "put", program[1], program[2], lambda: graft(program[3](), f)

def run(program, store):
    while program[0] != "done":
        if program[0] == "get":
            program = program[2](store.get(program[1]))
        else:
            store[program[1]] = program[2]
            program = program[3]()
    return program[1], store

# %% interpret: wrong, a recursion a step
def graft(program, f):
    if program[0] == "done":
        return f(program[1])
    if program[0] == "get":
        return "get", program[1], lambda v: graft(program[2](v), f)
    return "put", program[1], program[2], lambda: graft(program[3](), f)

def run(program, store):
    if program[0] == "done":
        return program[1], dict(store)
    if program[0] == "get":
        return run(program[2](store.get(program[1])), store)
    return run(program[3](), {**store, program[1]: program[2]})

# %% interpret: wrong, grafting only one step deep
def graft(program, f):
    def end(p):
        return f(p[1]) if p[0] == "done" else p
    if program[0] == "done":
        return f(program[1])
    if program[0] == "get":
        return "get", program[1], lambda v: end(program[2](v))
    return "put", program[1], program[2], lambda: end(program[3]())

def run(program, store):
    store = dict(store)
    while program[0] != "done":
        if program[0] == "get":
            program = program[2](store.get(program[1]))
        else:
            store[program[1]] = program[2]
            program = program[3]()
    return program[1], store

# %% interpret: wrong, grafting runs the rest of a put at once
def graft(program, f):
    if program[0] == "done":
        return f(program[1])
    if program[0] == "get":
        rest = graft(program[2](None), f)
        return "get", program[1], lambda v: rest
    rest = graft(program[3](), f)
    return "put", program[1], program[2], lambda: rest

def run(program, store):
    store = dict(store)
    while program[0] != "done":
        if program[0] == "get":
            program = program[2](store.get(program[1]))
        else:
            store[program[1]] = program[2]
            program = program[3]()
    return program[1], store

# %% interpret: right, other names, if in place of match, and a helper
def after(rest, f):
    return lambda *given: graft(rest(*given), f)

def graft(p, f):
    if p[0] == "done":
        return f(p[1])
    return (*p[:-1], after(p[-1], f))

# %%
from collections import ChainMap

def run(p, store):
    layers = ChainMap({}, store)
    while p[0] != "done":
        if p[0] == "put":
            layers[p[1]] = p[2]
            p = p[3]()
        else:
            p = p[2](layers.get(p[1]))
    return [p[1], {**store, **layers.maps[0]}]

# %% list_algebras: wrong, the unit on the left only
from itertools import product

def list_algebras(n, x, y):
    r, found = range(n), []
    for flat in product(r, repeat=n * n):
        t = [list(flat[n * i:n * i + n]) for i in r]
        if t[x][x] == y and all(t[t[a][b]][c] == t[a][t[b][c]] for a in r for b in r for c in r):
            found += [(e, t) for e in r if all(t[e][a] == a for a in r)]
    return found

# %% list_algebras: wrong, associativity forgotten
from itertools import product

def list_algebras(n, x, y):
    r, found = range(n), []
    for flat in product(r, repeat=n * n):
        t = [list(flat[n * i:n * i + n]) for i in r]
        if t[x][x] == y:
            found += [(e, t) for e in r if all(t[e][a] == a == t[a][e] for a in r)]
    return found

# %% list_algebras: wrong, the unit always 0
from itertools import product

def list_algebras(n, x, y):
    r, found = range(n), []
    for flat in product(r, repeat=n * n):
        t = [list(flat[n * i:n * i + n]) for i in r]
        if t[x][x] == y and all(t[t[a][b]][c] == t[a][t[b][c]] for a in r for b in r for c in r):
            found += [(0, t)] if all(t[0][a] == a == t[a][0] for a in r) else []
    return found

# %% list_algebras: wrong, any element called the unit
from itertools import product

def list_algebras(n, x, y):
    r, found = range(n), []
    for flat in product(r, repeat=n * n):
        t = [list(flat[n * i:n * i + n]) for i in r]
        if t[x][x] == y and all(t[t[a][b]][c] == t[a][t[b][c]] for a in r for b in r for c in r):
            found += [(e, t) for e in r]
    return found

# %% list_algebras: wrong, the condition on [x, x] ignored
from itertools import product

def list_algebras(n, x, y):
    r, found = range(n), []
    for flat in product(r, repeat=n * n):
        t = [list(flat[n * i:n * i + n]) for i in r]
        if all(t[t[a][b]][c] == t[a][t[b][c]] for a in r for b in r for c in r):
            found += [(e, t) for e in r if all(t[e][a] == a == t[a][e] for a in r)]
    return found

# %% list_algebras: right, with the unit chosen first, and numpy
import numpy as np
from itertools import product

def list_algebras(n, x, y):
    found = []
    for e in range(n):
        rest = [(a, b) for a in range(n) for b in range(n) if e not in (a, b)]
        for values in product(range(n), repeat=len(rest)):
            t = np.zeros((n, n), dtype=int)
            t[e, :] = t[:, e] = np.arange(n)
            for place, value in zip(rest, values):
                t[place] = value
            if t[x, x] == y and (t[t] == t[:, t]).all():
                found.append((e, t.tolist()))
    return found[::-1]

# %% parser: wrong, grouping from the right
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    return lambda text: None if (r := p(text)) is None else f(r[0])(r[1])

def many(p):
    def parser(text):
        values = []
        while (r := p(text)) is not None and r[1] != text:
            values.append(r[0])
            text = r[1]
        return values, text
    return parser

def calculate(text):
    import re
    def number(t):
        m = re.match("[0-9]+", t)
        return (int(m[0]), t[m.end():]) if m else None
    def atom(t):
        if t[:1] == "(":
            r = total(t[1:])
            return (r[0], r[1][1:]) if r and r[1][:1] == ")" else None
        return number(t)
    def level(p, sign, op):
        def parser(t):
            a = p(t)
            if a is None or a[1][:1] != sign:
                return a
            b = parser(a[1][1:])
            return None if b is None else (op(a[0], b[0]), b[1])
        return parser
    total = level(level(atom, {{ times_sign }}, lambda a, b: a * b), {{ minus }}, lambda a, b: a - b)
    r = total(text)
    return r[0] if r and r[1] == "" else None

# %% parser: wrong, many fails without a success, and bind drops values that count as false
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    def parser(text):
        r = p(text)
        return f(r[0])(r[1]) if r and r[0] else None
    return parser

def many(p):
    def parser(text):
        values = []
        while r := p(text):
            values.append(r[0])
            text = r[1]
        return (values, text) if values else None
    return parser

def calculate(text):
    return None

# %% parser: wrong, the second parser starts from the beginning
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    return lambda text: None if (r := p(text)) is None else f(r[0])(text)

def many(p):
    def parser(text):
        values = []
        while (r := p(text)) is not None and r[1] != text:
            values.append(r[0])
            text = r[1]
        return values, text
    return parser

def calculate(text):
    return int(text) if text.isdigit() else None

# %% parser: wrong, both signs bind alike
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    return lambda text: None if (r := p(text)) is None else f(r[0])(r[1])

def many(p):
    def parser(text):
        values = []
        while (r := p(text)) is not None and r[1] != text:
            values.append(r[0])
            text = r[1]
        return values, text
    return parser

def calculate(text):
    import re
    def atom(t):
        if t[:1] == "(":
            r = total(t[1:])
            return (r[0], r[1][1:]) if r and r[1][:1] == ")" else None
        m = re.match("[0-9]+", t)
        return (int(m[0]), t[m.end():]) if m else None
    def total(t):
        r = atom(t)
        while r and r[1][:1] and r[1][0] in {{ minus }} + {{ times_sign }}:
            b = atom(r[1][1:])
            if b is None:
                return None
            r = (r[0] - b[0] if r[1][0] == {{ minus }} else r[0] * b[0]), b[1]
        return r
    r = total(text)
    return r[0] if r and r[1] == "" else None

# %% parser: wrong, what is left at the end is ignored
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    return lambda text: None if (r := p(text)) is None else f(r[0])(r[1])

def many(p):
    def parser(text):
        values = []
        while (r := p(text)) is not None and r[1] != text:
            values.append(r[0])
            text = r[1]
        return values, text
    return parser

def level(p, sign, op):
    def parser(t):
        r = p(t)
        while r and r[1][:1] == sign and (b := p(r[1][1:])):
            r = op(r[0], b[0]), b[1]
        return r
    return parser

def calculate(text):
    import re
    def atom(t):
        if t[:1] == "(":
            r = total(t[1:])
            return (r[0], r[1][1:]) if r and r[1][:1] == ")" else None
        m = re.match("[0-9]+", t)
        return (int(m[0]), t[m.end():]) if m else None
    total = level(level(atom, {{ times_sign }}, lambda a, b: a * b), {{ minus }}, lambda a, b: a - b)
    r = total(text)
    return r[0] if r else None

# %% parser: right, descent without the combinators, the helpers after their use
def unit(value):
    return lambda text: (value, text)

def bind(p, f):
    def parser(text):
        found = p(text)
        if found is None:
            return None
        value, rest = found
        return f(value)(rest)
    return parser

def many(p):
    def parser(text):
        out = []
        while True:
            found = p(text)
            if found is None or len(found[1]) == len(text):
                return [out, text]
            out.append(found[0])
            text = found[1]
    return parser

# %%
def calculate(text):
    value, place = subtraction(text, 0)
    return value if place == len(text) else None

def subtraction(text, i):
    value, i = product_at(text, i)
    while value is not None and text[i:i + 1] == {{ minus }}:
        other, i = product_at(text, i + 1)
        value = None if other is None else value - other
    return value, i

def product_at(text, i):
    value, i = atom_at(text, i)
    while value is not None and text[i:i + 1] == {{ times_sign }}:
        other, i = atom_at(text, i + 1)
        value = None if other is None else value * other
    return value, i

def atom_at(text, i):
    j = i
    while text[j:j + 1] and text[j] in "0123456789":
        j += 1
    if j > i:
        return int(text[i:j]), j
    if text[i:i + 1] != "(":
        return None, i
    value, i = subtraction(text, i + 1)
    return (value, i + 1) if text[i:i + 1] == ")" else (None, i)
