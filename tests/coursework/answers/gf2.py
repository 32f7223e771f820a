# ruff: noqa
# fmt: off
"""Right and wrong answers to the questions of coursework/gf2.md.

Each part stands in place of the solution of its question; a bare percent line starts a further
cell of the same answer.  The wrong ones are mistakes that people make.  A name in double braces
is a constant of the master, as there.
"""

# %% wires: wrong, the rows upside down: the lowest byte taken for y_0
def wires(qword):
    return [[j for j in range(8) if qword >> 8 * i + j & 1] for i in range(8)]

# %% wires: wrong, the columns mirrored: the highest bit of a row taken for x_0
def wires(qword):
    return [[j for j in range(8) if row >> (7 - j) & 1] for row in qword.to_bytes(8, "big")]

# %% wires: wrong, transposed: the outputs that an input reaches
def wires(qword):
    rows = qword.to_bytes(8, "big")
    return [[i for i in range(8) if rows[i] >> j & 1] for j in range(8)]

# %% wires: wrong, only the highest of the inputs
def wires(qword):
    return [[row.bit_length() - 1] if row else [] for row in qword.to_bytes(8, "big")]

# %% wires: wrong, falling instead of rising
def wires(qword):
    return [[j for j in range(7, -1, -1) if row >> j & 1] for row in qword.to_bytes(8, "big")]

# %% wires: right, by experiment on the reference
from ideas.gf2.reference import affine_byte

def wires(q):
    images = [affine_byte(2**k, q) for k in range(8)]
    return [[k for k in range(8) if images[k] & 2**i] for i in range(8)]

# %% wires: right, by the digits of the number, in a cell of its own
def digits(number):
    return f"{number:064b}"

# %%
def wires(qword):
    text = digits(qword)
    return [sorted(7 - k for k in range(8) if text[8 * i + k] == "1") for i in range(8)]

# %% solder: wrong, the first entry in the lowest byte
def solder(plan):
    qword = constant = 0
    for i, source in enumerate(plan):
        if source is not None:
            qword |= 1 << 8 * i + (source if source >= 0 else ~source)
            constant |= (source < 0) << i
    return qword, constant

# %% solder: wrong, the constant forgotten
def solder(plan):
    rows = [0 if s is None else 1 << (s if s >= 0 else ~s) for s in plan]
    return int.from_bytes(bytes(rows), "big"), 0

# %% solder: wrong, entries taken for destinations
def solder(plan):
    rows, constant = [0] * 8, 0
    for i, s in enumerate(plan):
        if s is not None:
            rows[s if s >= 0 else ~s] |= 1 << i
            constant |= (s < 0) << i
    return int.from_bytes(bytes(rows), "big"), constant

# %% solder: wrong, the constant with its bits in the order of the rows
def solder(plan):
    qword = constant = 0
    for s in plan:
        qword = qword << 8 | (0 if s is None else 1 << (s if s >= 0 else ~s))
        constant = constant << 1 | (s is not None and s < 0)
    return qword, constant

# %% solder: wrong, None taken for input 0
def solder(plan):
    rows = [1 << (0 if s is None else s if s >= 0 else ~s) for s in plan]
    return int.from_bytes(bytes(rows), "big"), sum((s is not None and s < 0) << i for i, s in enumerate(plan))

# %% solder: right, by interpolation of the plan as a function
from ideas.gf2 import AffineMap

def solder(entries):
    def carry_out(x):
        bits = [0 if e is None else (x >> e) & 1 if e > -1 else 1 ^ (x >> -e - 1) & 1 for e in entries]
        return sum(bit * 2**i for i, bit in enumerate(bits))

    found = AffineMap.from_function(carry_out)
    return [found.matrix.to_qword(), found.constant]

# %% listen: wrong, columns handed back as rows
def listen(ask):
    return [ask(1 << j, 0) for j in range(8)]

# %% listen: wrong, the rows in the order of memory
def listen(ask):
    columns = [ask(1 << j, 0) for j in range(8)]
    return [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(7, -1, -1)]

# %% listen: wrong, every pair of units asked
def listen(ask):
    difference = {(i, j): ask(1 << i, 1 << j) for i in range(8) for j in range(8)}
    columns = [ask(1 << j, 0) for j in range(8)]
    return [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]

# %% listen: wrong, neighbours asked, and their difference taken for a column
def listen(ask):
    columns = [ask(1 << j, 1 << (j + 1) % 8) for j in range(8)]
    return [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]

# %% listen: right, differences of neighbouring prefixes of ones
def listen(ask):
    rows = [0] * 8
    for j in range(8):
        column = ask((1 << j) - 1, (1 << (j + 1)) - 1)
        for i in range(8):
            rows[i] += (column >> i) % 2 << j
    return rows

# %% listen: right, the transpose of the library
from ideas.gf2 import BitMatrix

def listen(box):
    return list(BitMatrix.from_columns([box(0x55, 0x55 ^ 1 << j) for j in range(8)], 8).rows)

# %% how_many: wrong, 2 to the rank instead of 2 to the nullity
from ideas.gf2 import BitMatrix

def how_many(equations, unknowns):
    if not equations:
        return 2**unknowns
    a = BitMatrix.from_rows([m for m, _ in equations], unknowns).rank()
    b = BitMatrix.from_rows([m | bit << unknowns for m, bit in equations], unknowns + 1).rank()
    return 2**a if a == b else 0

# %% how_many: wrong, the equations counted instead of the rank
def how_many(equations, unknowns):
    basis = {}
    for mask, bit in equations:
        while mask and mask.bit_length() in basis:
            m, c = basis[mask.bit_length()]
            mask, bit = mask ^ m, bit ^ c
        if mask:
            basis[mask.bit_length()] = mask, bit
        elif bit:
            return 0
    return 2 ** (unknowns - len(equations))

# %% how_many: wrong, contradictions not noticed
def how_many(equations, unknowns):
    basis = {}
    for mask, _ in equations:
        while mask and mask.bit_length() in basis:
            mask ^= basis[mask.bit_length()]
        if mask:
            basis[mask.bit_length()] = mask
    return 2 ** (unknowns - len(basis))

# %% how_many: wrong, a contradiction noticed only between equal left sides
def how_many(equations, unknowns):
    if any(m == k and a != b for m, a in equations for k, b in equations):
        return 0
    basis = {}
    for mask, _ in equations:
        while mask and mask.bit_length() in basis:
            mask ^= basis[mask.bit_length()]
        if mask:
            basis[mask.bit_length()] = mask
    return 2 ** (unknowns - len(basis))

# %% how_many: wrong, one solution or none
def how_many(equations, unknowns):
    basis = {}
    for mask, bit in equations:
        while mask and mask.bit_length() in basis:
            m, c = basis[mask.bit_length()]
            mask, bit = mask ^ m, bit ^ c
        if mask:
            basis[mask.bit_length()] = mask, bit
        elif bit:
            return 0
    return 1

# %% how_many: right, by comparing two ranks
from ideas.gf2 import BitMatrix

def how_many(system, n):
    def rank(rows, width):
        return BitMatrix.from_rows(rows, width).rank() if rows else 0

    plain = rank([m for m, _ in system], n)
    augmented = rank([m << 1 | bit for m, bit in system], n + 1)
    return 0 if augmented > plain else 1 << n - plain

# %% undo: wrong, no exchange of rows when the pivot is 0
def undo(rows):
    n = len(rows)
    work = [row | 1 << (n + i) for i, row in enumerate(rows)]
    for j in range(n):
        if not work[j] >> j & 1:
            return "lost", 1 << j
        work = [r ^ work[j] if i != j and r >> j & 1 else r for i, r in enumerate(work)]
    return "inverse", [row >> n for row in work]

# %% undo: wrong, the combination of rows instead of that of columns
def undo(rows):
    n = len(rows)
    work = [row | 1 << (n + i) for i, row in enumerate(rows)]
    r = 0
    for j in range(n):
        k = next((k for k in range(r, n) if work[k] >> j & 1), None)
        if k is None:
            continue
        work[r], work[k] = work[k], work[r]
        work = [w ^ work[r] if i != r and w >> j & 1 else w for i, w in enumerate(work)]
        r += 1
    return ("inverse", [w >> n for w in work]) if r == n else ("lost", work[-1] >> n)

# %% undo: wrong, the zero vector as evidence
from ideas.gf2 import BitMatrix

def undo(rows):
    m = BitMatrix(tuple(rows), len(rows))
    return ("inverse", list(m.inverse().rows)) if m.is_invertible() else ("lost", 0)

# %% undo: wrong, the transpose taken for the inverse
from ideas.gf2 import BitMatrix

def undo(rows):
    m = BitMatrix(tuple(rows), len(rows))
    if m.is_invertible():
        return "inverse", list(m.T.rows)
    return "lost", next(v for v in m.kernel() if v)

# %% undo: wrong, the rows of the inverse in falling order
from ideas.gf2 import BitMatrix

def undo(rows):
    m = BitMatrix(tuple(rows), len(rows))
    if m.is_invertible():
        return "inverse", list(m.inverse().rows)[::-1]
    return "lost", next(v for v in m.kernel() if v)

# %% undo: right, with the library's kernel
from ideas.gf2 import BitMatrix

def undo(a):
    matrix = BitMatrix(tuple(a), len(a))
    if matrix.rank() == len(a):
        return ["inverse", matrix.inverse().rows]
    return ["lost", max(v for v in matrix.kernel())]

# %% undo: right, column by column with a basis of images
def undo(rows):
    n = len(rows)
    basis = {}
    for j in range(n):
        image, source = sum((rows[i] >> j & 1) << i for i in range(n)), 1 << j
        while image:
            top = image.bit_length()
            if top not in basis:
                basis[top] = image, source
                break
            image, source = image ^ basis[top][0], source ^ basis[top][1]
        else:
            return "lost", source
    columns = []
    for i in range(n):
        image, source = 1 << i, 0
        while image:
            b, s = basis[image.bit_length()]
            image, source = image ^ b, source ^ s
        columns.append(source)
    return "inverse", [sum((columns[i] >> k & 1) << i for i in range(n)) for k in range(n)]

# %% keeping: wrong, the invertible matrices on what is left: no part inside U
def keeping(n, k):
    count = 1
    for i in range(n - k):
        count *= 2 ** (n - k) - 2**i
    return count

# %% keeping: wrong, the subspace kept as a whole, not each of its vectors
def keeping(n, k):
    count = 1
    for i in range(k):
        count *= 2**k - 2**i
    for i in range(k, n):
        count *= 2**n - 2**i
    return count

# %% keeping: wrong, invertibility forgotten
def keeping(n, k):
    return 2 ** (n * (n - k))

# %% keeping: wrong, each column only different from the fixed ones, not outside the span
def keeping(n, k):
    count = 1
    for i in range(k, n):
        count *= 2**n - 1 - i
    return count

# %% keeping: right, a block: an invertible corner times a free one
from math import prod

def keeping(n, k):
    m = n - k
    return 2 ** (k * m) * prod(2**m - 2**j for j in range(m))

# %% halves: wrong, in the field of AES
from ideas.gf2 import Field

def halves(c):
    F = Field(0x11B)
    return [y for y in range(256) if F.multiply(y, y) ^ y == c]

# %% halves: wrong, one solution where there are two
from ideas.gf2 import Field

def halves(c):
    F = Field({{ modulus }})
    return [y for y in range(256) if F.multiply(y, y) ^ y == c][:1]

# %% halves: wrong, with ordinary multiplication
def halves(c):
    return [y for y in range(256) if (y * y ^ y) % 256 == c]

# %% halves: wrong, not reduced: only what stays below degree 8
def halves(c):
    return [y for y in range(256) if sum((y >> i & 1) << 2 * i for i in range(8)) ^ y == c]

# %% halves: wrong, reduced only once
def halves(c):
    def square(y):
        wide = sum((y >> i & 1) << 2 * i for i in range(8))
        return (wide & 0xFF) ^ ((wide >> 8) * ({{ modulus }} & 0xFF) & 0xFF)
    return [y for y in range(256) if square(y) ^ y == c]

# %% halves: right, as a linear system
from ideas.gf2 import BitMatrix, Field

def halves(c):
    frobenius = Field({{ modulus }}).frobenius_matrix()
    return sorted((frobenius + BitMatrix.identity()).solve(c))

# %% halves: right, a table made once, with another multiplication
def times(a, b, p={{ modulus }}):
    total = 0
    while b:
        total ^= a if b & 1 else 0
        a = a << 1 ^ (p if a & 0x80 else 0)
        b >>= 1
    return total

# %%
TABLE = {}
for y in range(256):
    TABLE.setdefault(times(y, y) ^ y, []).append(y)

# %%
def halves(c):
    return TABLE.get(c, [])

# %% unmask: wrong, the table itself interpolated, without the inverse
from ideas.gf2 import AffineMap, NotAffine

def unmask(table):
    try:
        found = AffineMap.from_function(lambda x: table[x])
    except NotAffine:
        return None
    return found.matrix.to_qword(), found.constant

# %% unmask: wrong, the constant not taken off the columns, and nothing compared
from ideas.gf2 import reference

def unmask(table):
    b = table[0]
    columns = [table[reference.inverse_byte(1 << j)] for j in range(8)]
    rows = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    q = int.from_bytes(bytes(rows), "big")
    return q, b

# %% unmask: wrong, no check that the table is of this form
from ideas.gf2 import reference

def unmask(table):
    b = table[0]
    columns = [table[reference.inverse_byte(1 << j)] ^ b for j in range(8)]
    rows = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    return int.from_bytes(bytes(rows), "big"), b

# %% unmask: wrong, the rows in the order of memory
from ideas.gf2 import AffineMap, NotAffine, reference

def unmask(table):
    try:
        found = AffineMap.from_function(lambda z: table[reference.inverse_byte(z)])
    except NotAffine:
        return None
    return int.from_bytes(bytes(found.matrix.rows), "little"), found.constant

# %% unmask: wrong, only a few entries compared
from ideas.gf2 import reference

def unmask(table):
    b = table[0]
    columns = [table[reference.inverse_byte(1 << j)] ^ b for j in range(8)]
    rows = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    q = int.from_bytes(bytes(rows), "big")
    nine = [0, *(reference.inverse_byte(1 << j) for j in range(8))]
    return (q, b) if all(reference.affine_inverse_byte(x, q, b) == table[x] for x in nine) else None

# %% unmask: right, by the library's interpolation
from ideas.gf2 import AffineMap, Field, NotAffine

def unmask(sbox):
    field = Field(0x11B)
    try:
        f = AffineMap.from_function(lambda z: sbox[field.inverse_or_zero(z)])
    except NotAffine:
        return None
    return f.matrix.to_qword(), f.constant

# %% jump: wrong, a Galois register: the taps XORed into the state
from ideas.gf2 import BitMatrix

def jump(state, taps, steps):
    step = BitMatrix.from_columns([taps] + [1 << j for j in range(30)], 31)
    return step**steps @ state

# %% jump: wrong, one step too many
from ideas.gf2 import BitMatrix

def jump(state, taps, steps):
    step = BitMatrix(tuple(1 << (i + 1) for i in range(30)) + (taps,), 31)
    return step ** (steps + 1) @ state

# %% jump: wrong, a full period taken for granted
from ideas.gf2 import BitMatrix

def jump(state, taps, steps):
    step = BitMatrix(tuple(1 << (i + 1) for i in range(30)) + (taps,), 31)
    return step ** (steps % (2**31 - 1)) @ state

# %% jump: wrong, moved to the left, the new bit at the bottom
from ideas.gf2 import BitMatrix

def jump(state, taps, steps):
    step = BitMatrix((taps,) + tuple(1 << i for i in range(30)), 31)
    return step**steps @ state

# %% jump: wrong, OR of the tapped bits instead of their parity
def jump(state, taps, steps):
    for _ in range(min(steps, 2000)):
        state = state >> 1 | bool(state & taps) << 30
    return state

# %% jump: right, the library's power of a matrix
from ideas.gf2 import BitMatrix

def jump(x, taps, k):
    rows = [2 ** (i + 1) for i in range(30)] + [taps]
    return BitMatrix.from_rows(rows, 31) ** k @ x

# %% jump: right, a power of x modulo the register's polynomial
def multiply(a, b, p):
    total = 0
    while b:
        if b & 1:
            total ^= a
        a <<= 1
        if a >> 31 & 1:
            a ^= p
        b >>= 1
    return total

# %%
def jump(state, taps, steps):
    p = 1 << 31 | taps                  # s(t + 31) is the sum of the tapped s(t + j)
    power, square = 1, 2
    k = steps
    while k:
        if k & 1:
            power = multiply(power, square, p)
        square = multiply(square, square, p)
        k >>= 1
    stream = [state >> j & 1 for j in range(31)]
    for t in range(31):
        stream.append(sum(stream[t + j] for j in range(31) if taps >> j & 1) % 2)
    return sum((sum(stream[i + j] for j in range(31) if power >> j & 1) % 2) << i for i in range(31))

# %% codec: wrong, the check bits in the opposite order
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | int(f"{check:05b}"[::-1], 2) << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    return ("repaired", (word ^ 1 << columns.index(s)) & 0xFF) if s in columns else ("broken", None)

# %% codec: wrong, every syndrome blamed on the first bit that seems near
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | check << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    j = min(range(13), key=lambda j: (columns[j] ^ s).bit_count())
    return "repaired", (word ^ 1 << j) & 0xFF

# %% codec: wrong, the parity alone decides, so three flips are repaired into rubbish
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | check << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    if s.bit_count() % 2 == 0:
        return "broken", None
    return "repaired", (word ^ (1 << columns.index(s) if s in columns else 0)) & 0xFF

# %% codec: wrong, a flipped check bit called broken
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | check << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    data = columns[:8]
    return ("repaired", (word ^ 1 << data.index(s)) & 0xFF) if s in data else ("broken", None)

# %% codec: wrong, the error found and not turned back
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | check << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    return ("repaired", word & 0xFF) if s in columns else ("broken", None)

# %% codec: wrong, the syndrome read as the place of the error, as in Hamming's code
columns = {{ hsiao }}

def encode(byte):
    check = 0
    for j in range(8):
        check ^= columns[j] if byte >> j & 1 else 0
    return byte | check << 8

def decode(word):
    s = 0
    for j in range(13):
        s ^= columns[j] if word >> j & 1 else 0
    if s == 0:
        return "clean", word & 0xFF
    return ("repaired", (word ^ 1 << s - 1) & 0xFF) if s <= 13 else ("broken", None)

# %% codec: right, by a table of all code words and their neighbours
columns = {{ hsiao }}

def syndrome(word):
    from functools import reduce
    from operator import xor
    return reduce(xor, [c for j, c in enumerate(columns) if word & 2**j], 0)

def encode(byte):
    return next(byte + 256 * check for check in range(32) if syndrome(byte + 256 * check) == 0)

CODE = {encode(byte): byte for byte in range(256)}

def decode(word):
    if word in CODE:
        return ["clean", CODE[word]]
    for j in range(13):
        if word ^ 2**j in CODE:
            return ["repaired", CODE[word ^ 2**j]]
    return ["broken", None]
