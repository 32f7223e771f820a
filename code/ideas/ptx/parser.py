"""Read PTX text into a module, and refuse what is not PTX with the line and what was expected.

A recursive-descent parser: one method a rule of the grammar.  Registers, variables and labels
are looked up as they are read, innermost block first; every instruction is checked against the
table in :mod:`ideas.ptx.instructions`, so that a module that loads can run.
Source: PTX ISA, chapters 4, 5, 7 and 11.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from . import syntax as s
from .errors import PtxError
from .instructions import check
from .lexer import Source, Token, float_value, integer_value, tokens
from .listing import Listing
from .scalars import SCALARS, Scalar, scalar

SPACES = ("global", "const", "shared", "local", "param")
LINKAGE = ("visible", "extern", "weak", "common")
DEEPEST = 50
"""Blocks and expressions nested deeper than this are refused."""
LARGEST = 1 << 32
"""Bytes; a larger variable is refused."""

SPECIALS = frozenset(
    [f"%{n}.{d}" for n in ("tid", "ntid", "ctaid", "nctaid") for d in "xyzw"]
    + [f"%{n}.{d}" for n in ("clusterid", "nclusterid", "cluster_ctaid") for d in "xyzw"]
    + [f"%cluster_nctaid.{d}" for d in "xyzw"]
    + ["%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid", "%gridid", "%clock", "%clock_hi"]
    + ["%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi", "%cluster_ctarank"]
    + ["%cluster_nctarank", "%is_explicit_cluster", "%total_smem_size", "%dynamic_smem_size"]
    + ["%aggr_smem_size"]
    + [f"%lanemask_{n}" for n in ("eq", "le", "lt", "ge", "gt")]
)
_DIMENSIONED = {name.rpartition(".")[0] for name in SPECIALS if "." in name}
_FAMILY = re.compile(r"(.*?)(0|[1-9]\d*)$")


def load(text: str | Listing) -> s.Module:
    """Parse a PTX module.

    Raises :class:`PtxError` with line, column, offending text and what was expected.

    >>> module = load('''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry put(.param .u64 out) {
    ...     .reg .b64 %rd<2>;
    ...     ld.param.u64 %rd1, [out];
    ...     st.global.u32 [%rd1], 7;
    ...     ret;
    ... }''')
    >>> print(module, *module.kernels["put"].parameters)
    PTX 8.0 for sm_80: put .u64 out
    >>> print(module.kernels["put"].operations[1])
    st.global.u32 [%rd1], 7;
    """
    source = Source(str(text))
    try:
        return _Parser(source).module()
    except RecursionError:
        raise source.error(0, "nested too deeply") from None


@dataclass
class _Scope:
    """Names of one block: registers, families of registers (``%r<5>``), variables."""

    names: dict[str, s.Register | s.Variable] = field(default_factory=dict)
    families: dict[str, tuple[int, Scalar]] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.index = 0
        self.now: Token = self.tokens[0]
        self.result = s.Module(source.text, (0, 0), (), 64, {}, {}, {})
        self.scopes: list[_Scope] = [_Scope()]
        self.function: s.Function | None = None
        self.line: tuple[int, int] | None = None

    # Tokens

    def advance(self) -> Token:
        token = self.now
        if token.kind != "end":
            self.index += 1
            self.now = self.tokens[self.index]
        return token

    def error(self, message: str, token: Token | None = None) -> PtxError:
        return self.source.error((token or self.now).start, message)

    def accept(self, text: str) -> bool:
        if self.now.text == text and self.now.kind in ("mark", "dot", "word"):
            self.advance()
            return True
        return False

    def expect(self, text: str) -> Token:
        if self.now.text == text and self.now.kind in ("mark", "dot", "word"):
            return self.advance()
        raise self.error(f"found {self.now}; expected {text!r}")

    def expect_kind(self, kind: str, what: str) -> Token:
        if self.now.kind != kind:
            raise self.error(f"found {self.now}; expected {what}")
        return self.advance()

    def position(self, token: Token | None = None) -> s.Position:
        return s.Position(*self.source.place((token or self.now).start))

    # Module

    def module(self) -> s.Module:
        if self.now.text != ".version":
            raise self.error(f"found {self.now}; expected '.version', which comes first")
        while self.now.kind != "end":
            self.module_statement()
        if not self.result.target:
            raise self.error("no '.target'; expected one such as '.target sm_80'")
        return self.result

    def module_statement(self) -> None:
        token = self.now
        if token.text == ".version":
            self.advance()
            major, dot, minor = self.advance().text.partition(".")
            if not (dot and major.isdecimal() and minor.isdecimal() and len(major + minor) < 6):
                raise self.error("expected a version such as 8.0", token)
            self.result.version = (int(major), int(minor))
        elif token.text == ".target":
            self.advance()
            names = [self.expect_kind("word", "a target such as sm_80").text]
            while self.accept(","):
                names.append(self.expect_kind("word", "a target option").text)
            if not re.fullmatch(r"sm_\d+[af]?", names[0]):
                raise self.error(f"target {names[0]!r}; expected one such as sm_80", token)
            self.result.target = tuple(names)
        elif token.text == ".address_size":
            self.advance()
            if self.integer() != 64:
                raise self.error("expected .address_size 64; 32-bit addresses are gone", token)
        elif token.text == ".file":
            self.advance()
            number = self.integer()
            self.result.files[number] = self.expect_kind("string", "a file name").text.strip('"')
            while self.accept(","):
                self.integer()
        elif token.text == ".section":
            self.section()
        elif token.text == ".loc":
            self.loc()
        elif token.text == ".pragma":
            self.pragma()
        elif token.text == ".alias":
            raise self.error(".alias is not supported here; expected a call by its own name")
        elif token.kind == "mark" and token.text == ";":
            self.advance()
        else:
            self.declaration()

    def section(self) -> None:
        self.advance()
        while self.now.text != "{":
            if self.now.kind == "end":
                raise self.error("a section without a body; expected '{'")
            self.advance()
        depth = 0
        while True:
            if self.now.kind == "end":
                raise self.error("a section that does not end; expected '}'")
            text = self.advance().text
            depth += (text == "{") - (text == "}")
            if not depth:
                return

    def loc(self) -> None:
        self.advance()
        file, line, _ = self.integer(), self.integer(), self.integer()
        self.line = (file, line)
        while self.accept(","):
            if self.accept("function_name"):
                self.advance()
                if self.accept("+"):
                    self.integer()
            elif self.accept("inlined_at"):
                self.integer(), self.integer(), self.integer()
            else:
                raise self.error(f"found {self.now}; expected 'function_name' or 'inlined_at'")

    def pragma(self) -> None:
        self.advance()
        self.expect_kind("string", "a string")
        while self.accept(","):
            self.expect_kind("string", "a string")
        self.expect(";")

    def declaration(self) -> None:
        linkage = set()
        while self.now.kind == "dot" and self.now.text[1:] in LINKAGE:
            linkage.add(self.advance().text[1:])
        if self.now.text in (".entry", ".func"):
            self.function_declaration(linkage)
        elif self.now.kind == "dot" and self.now.text[1:] in SPACES:
            for variable in self.variables(linkage):
                known = self.result.variables.get(variable.name)
                if known and known.initial is not None:
                    continue
                self.result.variables[variable.name] = variable
                self.scopes[0].names[variable.name] = variable
        else:
            raise self.error(f"found {self.now}; expected a directive, a variable or a function")

    def variables(self, linkage: set[str]) -> list[s.Variable]:
        space = self.advance().text[1:]
        align, vector, type_, found = 0, 1, None, []
        while self.now.kind == "dot":
            token = self.advance()
            word = token.text[1:]
            if word == "align":
                align = self.alignment()
            elif word in ("v2", "v4"):
                vector = int(word[1:])
            elif word == "attribute":
                self.parenthesised()
            elif word in SCALARS and word != "pred":
                type_ = scalar(word)
            else:
                raise self.error(f"found {token}; expected a type such as '.u32'", token)
        if type_ is None:
            raise self.error(f"found {self.now}; expected a type such as '.u32'")
        while True:
            token = self.expect_kind("word", "the name of a variable")
            found.append(self.variable(token, space, type_, align, vector, linkage))
            if not self.accept(","):
                break
        self.expect(";")
        return found

    def variable(
        self, token: Token, space: str, type_: Scalar, align: int, vector: int, linkage: set[str]
    ) -> s.Variable:
        count, dynamic, dimensions = vector, False, 0
        if self.accept("<"):
            raise self.error("a family of variables; expected single names")
        while self.accept("["):
            dimensions += 1
            if self.accept("]"):
                dynamic = True
                continue
            count *= self.constant_integer()
            self.expect("]")
        size = type_.bytes * count
        if not 0 <= size <= LARGEST:
            raise self.error(f"a variable of {size} bytes; expected at most {LARGEST}", token)
        initial, references = None, ()
        if self.accept("="):
            if space not in ("global", "const"):
                raise self.error(f"an initial value in .{space}; expected .global or .const")
            values = self.initialiser(0)
            if dynamic:
                size, dynamic = type_.bytes * max(len(values), count), False
            initial, references = self.initial_bytes(values, type_, size, token)
        elif dynamic:
            size, dynamic = 0, True
            if space != "shared" and "extern" not in linkage:
                raise self.error(f"{token.text} has no size; expected one in brackets", token)
        if "extern" in linkage and not dynamic and space == "shared":
            dynamic = True
        align = align or type_.bytes * vector
        return s.Variable(
            token.text,
            space,
            type_,
            size,
            align,
            self.position(token),
            initial,
            references,
            dynamic,
        )

    def initialiser(self, depth: int) -> list:
        if depth > DEEPEST:
            raise self.error("nested too deeply")
        if not self.accept("{"):
            return [self.initial_value()]
        values = []
        while not self.accept("}"):
            values += self.initialiser(depth + 1)
            if not self.accept(","):
                self.expect("}")
                break
        return values

    def initial_value(self) -> s.Immediate | tuple[s.Symbol, bool]:
        if self.now.kind == "word" and self.now.text != "WARP_SZ":
            token = self.advance()
            generic = token.text == "generic" and self.accept("(")
            name = self.expect_kind("word", "a variable").text if generic else token.text
            if generic:
                self.expect(")")
            offset = 0
            while self.now.text in ("+", "-"):
                sign = -1 if self.advance().text == "-" else 1
                offset += sign * self.integer()
            found = self.lookup(name)
            target = found if isinstance(found, s.Variable) else name
            return s.Symbol(target, offset), generic
        return self.expression(0)

    def initial_bytes(self, values: list, type_: Scalar, size: int, token: Token):
        from .instructions import immediate_bits

        if len(values) * type_.bytes > size:
            raise self.error(f"{len(values)} values for {size} bytes; expected fewer", token)
        data, references = bytearray(size), []
        for index, value in enumerate(values):
            place = index * type_.bytes
            if isinstance(value, tuple):
                references.append((place, type_.bytes, *value))
            else:
                bits = immediate_bits(value, type_)
                data[place : place + type_.bytes] = bits.to_bytes(type_.bytes, "little")
        return bytes(data), tuple(references)

    # Functions

    def function_declaration(self, linkage: set[str]) -> None:
        start = self.now
        is_kernel = self.advance().text == ".entry"
        function = s.Function("", is_kernel, self.position(start))
        self.function = function
        self.scopes.append(_Scope())
        results: tuple[s.Parameter, ...] = ()
        while self.now.text in (".attribute", ".noreturn", ".unified"):
            if self.advance().text == ".attribute":
                self.parenthesised()
        if not is_kernel and self.now.text == "(":
            results = self.parameters()
        function.name = self.expect_kind("word", "the name of a function").text
        function.results = results
        if self.now.text == "(":
            function.parameters = self.parameters()
        self.limits(function)
        known = (self.result.kernels | self.result.functions).get(function.name)
        if known and known.has_body and not self.accept(";"):
            raise self.error(f"{function.name} is defined twice; expected one body", start)
        if self.now.text == "{":
            (self.result.kernels if is_kernel else self.result.functions)[function.name] = function
            self.block(0)
            self.finish(function)
        elif not known or not known.has_body:
            self.expect(";")
            function.has_body = False
            if not is_kernel:
                self.result.functions.setdefault(function.name, function)
        self.scopes.pop()
        self.function = None

    def limits(self, function: s.Function) -> None:
        while self.now.kind == "dot":
            token = self.advance()
            word = token.text[1:]
            if word in ("maxntid", "reqntid", "minnctapersm", "maxnctapersm", "maxnreg",
                        "reqnctapercluster", "maxclusterrank"):  # fmt: skip
                values = [self.integer()]
                while self.accept(","):
                    values.append(self.integer())
                function.limits[word] = tuple(values)
            elif word == "pragma":
                self.expect_kind("string", "a string")
                self.expect(";")
            elif word == "abi_preserve" or word == "abi_preserve_control":
                self.integer()
            elif word not in ("noreturn", "explicitcluster", "unified", "blocksareclusters"):
                raise self.error(f"found {token}; expected '{{' or a directive", token)

    def parameters(self) -> tuple[s.Parameter, ...]:
        found: list[s.Parameter] = []
        self.expect("(")
        while not self.accept(")"):
            found.append(self.parameter())
            if not self.accept(","):
                self.expect(")")
                break
        return tuple(found)

    def parameter(self) -> s.Parameter:
        start = self.now
        if self.now.text not in (".param", ".reg"):
            raise self.error(f"found {self.now}; expected '.param'")
        in_register = self.advance().text == ".reg"
        align, type_, pointer, space, pointee = 0, None, False, "generic", 0
        while self.now.kind == "dot":
            token = self.advance()
            word = token.text[1:]
            if word == "align":
                value = self.alignment()
                align, pointee = (align, value) if pointer else (value, pointee)
            elif word == "ptr":
                pointer = True
            elif pointer and word in ("global", "const", "shared", "local"):
                space = word
            elif word in SCALARS and (word != "pred" or in_register):
                type_ = scalar(word)
            else:
                raise self.error(f"found {token}; expected a type such as '.u64'", token)
        if type_ is None:
            raise self.error(f"found {self.now}; expected a type such as '.u64'")
        token = self.expect_kind("word", "the name of a parameter")
        count = 0
        if self.accept("["):
            count = 0 if self.now.text == "]" else self.constant_integer()
            self.expect("]")
        size = type_.bytes * (count or 1)
        if not 0 <= size <= LARGEST:
            raise self.error(f"a parameter of {size} bytes; expected fewer", start)
        align = align or type_.bytes
        found = s.Parameter(token.text, type_, size, align, count, pointer, space, pointee)
        place = self.position(token)
        if in_register:
            held: s.Variable | s.Register = self.declare_register(token.text, type_, token)
        else:
            kernel = self.function is not None and self.function.is_kernel
            where = "kernel_param" if kernel else "param"
            held = s.Variable(token.text, where, type_, size, align, place)
            self.declare(token.text, held, token)
        if self.function is not None:
            self.function.parameter_variables[token.text] = held
            if isinstance(held, s.Variable):
                self.function.variables.append(held)
        return found

    def block(self, depth: int) -> None:
        if depth > DEEPEST:
            raise self.error("nested too deeply")
        self.expect("{")
        while not self.accept("}"):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        token = self.now
        if token.kind == "end":
            raise self.error("the body does not end; expected '}'")
        if token.text == "{":
            self.scopes.append(_Scope())
            self.block(depth + 1)
            self.scopes.pop()
        elif token.text == ".reg":
            self.register_declaration()
        elif token.text == ".loc":
            self.loc()
        elif token.text == ".pragma":
            self.pragma()
        elif token.kind == "dot" and token.text[1:] in (*SPACES, *LINKAGE):
            linkage = set()
            while self.now.text[1:] in LINKAGE:
                linkage.add(self.advance().text[1:])
            for variable in self.variables(linkage):
                self.declare(variable.name, variable, token)
                self.function.variables.append(variable)
        elif token.text == ";":
            self.advance()
        elif token.kind == "word" and self.tokens[self.index + 1].text == ":":
            self.label()
        elif token.kind == "word" or token.text == "@":
            self.instruction()
        else:
            raise self.error(f"found {token}; expected an instruction, a label or a declaration")

    def label(self) -> None:
        token = self.advance()
        self.expect(":")
        function = self.function
        if token.text in function.labels or token.text in function.tables:
            raise self.error(f"the label {token.text} stands twice; expected it once", token)
        if self.accept(".branchtargets"):
            names = [self.expect_kind("word", "a label").text]
            while self.accept(","):
                names.append(self.expect_kind("word", "a label").text)
            self.expect(";")
            function.tables[token.text] = tuple(names)
        elif self.now.text in (".callprototype", ".calltargets"):
            raise self.error("a call through a pointer is not supported; expected a direct call")
        else:
            function.labels[token.text] = len(function.operations)

    def register_declaration(self) -> None:
        self.advance()
        token = self.now
        if token.text in (".v2", ".v4"):
            raise self.error("a vector register is not supported; expected scalar registers")
        word = self.advance().text[1:]
        if token.kind != "dot" or word not in SCALARS:
            raise self.error(f"found {token}; expected a type such as '.b32'", token)
        type_ = scalar(word)
        while True:
            name = self.expect_kind("word", "the name of a register")
            if self.accept("<"):
                count = self.constant_integer()
                self.expect(">")
                if not 0 <= count <= 1 << 20:
                    raise self.error(f"{count} registers; expected at most {1 << 20}", name)
                self.scopes[-1].families[name.text] = (count, type_)
            else:
                self.declare_register(name.text, type_, name)
            if not self.accept(","):
                break
        self.expect(";")

    def declare(self, name: str, what: s.Register | s.Variable, token: Token) -> None:
        if name in self.scopes[-1].names:
            raise self.error(f"{name} is declared twice in one block; expected it once", token)
        self.scopes[-1].names[name] = what

    def declare_register(self, name: str, type_: Scalar, token: Token) -> s.Register:
        register = self.new_register(name, type_)
        self.declare(name, register, token)
        return register

    def new_register(self, name: str, type_: Scalar) -> s.Register:
        register = s.Register(name, len(self.function.registers), type_)
        self.function.registers.append(register)
        return register

    def lookup(self, name: str) -> s.Register | s.Variable | None:
        family = _FAMILY.match(name)
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
            if family and family[1] in scope.families and len(family[2]) < 8:
                count, type_ = scope.families[family[1]]
                if int(family[2]) < count:
                    register = scope.names[name] = self.new_register(name, type_)
                    return register
        return None

    def finish(self, function: s.Function) -> None:
        """Check what needs the whole body: labels."""
        for table, names in function.tables.items():
            for name in names:
                if name not in function.labels:
                    message = f"{table} names {name}, which is no label; expected a label"
                    raise self.source.error_at(function.position.line, None, message)
        for operation in function.operations:
            for operand in operation.operands:
                if (
                    isinstance(operand, s.Label)
                    and operand.name
                    not in (function.tables if operation.name == "brx" else function.labels)
                    and not (operation.name == "brx" and operand is operation.operands[0])
                ):
                    place = operation.position
                    message = f"there is no label {operand.name}; expected one in {function.name}"
                    raise self.source.error_at(place.line, place.column, message)

    # Instructions

    def instruction(self) -> None:
        guard = None
        if self.accept("@"):
            negated = self.accept("!")
            token = self.expect_kind("word", "a predicate")
            found = self.lookup(token.text)
            if not isinstance(found, s.Register) or found.type.kind != "pred":
                raise self.error(f"{token.text} is not a predicate; expected one", token)
            guard = replace(found, negated=negated)
        opcode = self.expect_kind("word", "an instruction")
        modifiers = []
        while self.now.kind == "dot":
            modifiers.append(self.advance().text[1:])
        types = tuple(SCALARS[m] for m in modifiers if m in SCALARS)
        operands: tuple[s.Operand, ...] = ()
        call = None
        if opcode.text == "call":
            call = self.call()
        elif self.now.text != ";":
            operands = tuple(self.operands(opcode.text in ("bra", "brx")))
        self.expect(";")
        operation = s.Operation(
            self.position(opcode), guard, opcode.text, tuple(modifiers), types, operands, call,
            self.line,
        )  # fmt: skip
        try:
            check(operation, self.result)
        except ValueError as error:
            raise self.error(str(error), opcode) from None
        self.function.operations.append(operation)

    def operands(self, labels: bool) -> list[s.Operand]:
        found = [self.operand(labels)]
        while self.accept(","):
            found.append(self.operand(labels))
        return found

    def operand(self, labels: bool = False, depth: int = 0) -> s.Operand:
        if depth > 4:
            raise self.error("nested too deeply")
        token = self.now
        if token.text == "[":
            return self.address()
        if token.text == "{":
            self.advance()
            elements = [self.operand(depth=depth + 1)]
            while self.accept(","):
                elements.append(self.operand(depth=depth + 1))
            self.expect("}")
            return s.Vector(tuple(elements))
        if token.text == "!" and self.tokens[self.index + 1].kind == "word":
            self.advance()
            name = self.advance()
            found = self.lookup(name.text)
            if not isinstance(found, s.Register):
                raise self.error(f"{name.text} is not a register; expected a predicate", name)
            return replace(found, negated=True)
        if token.kind == "word" and token.text != "WARP_SZ":
            first = self.named(labels)
            if self.accept("|"):
                return s.Pair(first, self.operand(depth=depth + 1))
            return first
        return self.expression(0)

    def named(self, labels: bool) -> s.Operand:
        token = self.advance()
        name = token.text
        if name == "_":
            return s.Sink()
        found = self.lookup(name)
        if isinstance(found, s.Register):
            return found
        if name in _DIMENSIONED and self.now.kind == "dot":
            name += self.advance().text
        if name in SPECIALS:
            return s.Special(name)
        if labels:
            return s.Label(name)
        if found is None and name not in self.result.functions and name not in self.result.kernels:
            raise self.error(f"{name} is not declared; expected a register or a variable", token)
        offset = 0
        while self.now.text in ("+", "-"):
            sign = -1 if self.advance().text == "-" else 1
            offset += sign * self.signed_integer()
        return s.Symbol(found if found is not None else name, offset)

    def address(self) -> s.Address:
        self.expect("[")
        token = self.now
        base: s.Register | s.Symbol | s.Immediate
        if token.kind == "word" and token.text != "WARP_SZ":
            self.advance()
            found = self.lookup(token.text)
            if isinstance(found, s.Register):
                base = found
            elif found is not None:
                base = s.Symbol(found)
            else:
                message = f"{token.text} is not declared; expected a register or a variable"
                raise self.error(message, token)
        else:
            base = s.Immediate(self.constant_integer())
        offset = 0
        while self.now.text in ("+", "-"):
            sign = -1 if self.advance().text == "-" else 1
            offset += sign * self.signed_integer()
        if self.now.text == ",":
            raise self.error("an address of several parts is not supported; expected ']'")
        self.expect("]")
        return s.Address(base, offset)

    def call(self) -> s.Call:
        results: tuple[s.Operand, ...] = ()
        arguments: tuple[s.Operand, ...] = ()
        if self.now.text == "(":
            results = self.call_list()
            self.expect(",")
        token = self.expect_kind("word", "the name of a function")
        if isinstance(self.lookup(token.text), s.Register):
            raise self.error("a call through a pointer is not supported; expected a name", token)
        if token.text not in self.result.functions:
            raise self.error(f"there is no function {token.text}; expected one declared", token)
        if self.accept(","):
            if self.now.text != "(":
                raise self.error("a call through a pointer is not supported; expected '('")
            arguments = self.call_list()
        callee = self.result.functions[token.text]
        for given, wanted, what in (
            (results, callee.results, "results"),
            (arguments, callee.parameters, "arguments"),
        ):
            if len(given) != len(wanted):
                message = f"{token.text} has {len(wanted)} {what}; found {len(given)}"
                raise self.error(f"{message}; expected as many", token)
            for operand, parameter in zip(given, wanted, strict=True):
                self.check_argument(operand, parameter, token)
        return s.Call(token.text, results, arguments)

    def check_argument(self, operand: s.Operand, parameter: s.Parameter, token: Token) -> None:
        size = parameter.size
        if isinstance(operand, s.Symbol) and isinstance(operand.variable, s.Variable):
            size = operand.variable.size
        elif isinstance(operand, s.Register):
            size = operand.type.bytes
        elif not isinstance(operand, (s.Immediate, s.Sink)):
            raise self.error(f"{operand} cannot be passed; expected a register or .param", token)
        if size != parameter.size:
            message = f"{operand} has {size} bytes; expected {parameter.size} for {parameter}"
            raise self.error(message, token)

    def call_list(self) -> tuple[s.Operand, ...]:
        self.expect("(")
        found: list[s.Operand] = []
        while not self.accept(")"):
            found.append(self.operand())
            if not self.accept(","):
                self.expect(")")
                break
        return tuple(found)

    # Numbers

    def alignment(self) -> int:
        token = self.now
        value = self.integer()
        if value < 1 or value & (value - 1) or value > 1 << 16:
            raise self.error(f"an alignment of {value}; expected a power of two", token)
        return value

    def integer(self) -> int:
        token = self.expect_kind("integer", "an integer")
        try:
            return integer_value(token.text)
        except ValueError as error:
            raise self.error(f"{error}; expected at most 64 bits", token) from None

    def signed_integer(self) -> int:
        sign = 1
        while self.now.text in ("+", "-"):
            sign = -sign if self.advance().text == "-" else sign
        return sign * self.integer()

    def constant_integer(self) -> int:
        token = self.now
        value = self.expression(0)
        if value.bits or not isinstance(value.value, int):
            raise self.error("a floating-point constant; expected an integer", token)
        return value.value

    def expression(self, depth: int, lowest: int = 0) -> s.Immediate:
        left = self.primary(depth)
        while self.now.kind == "mark" and _PRECEDENCE.get(self.now.text, -1) >= lowest:
            token = self.advance()
            right = self.expression(depth + 1, _PRECEDENCE[token.text] + 1)
            left = self.combine(token, left, right)
        return left

    def primary(self, depth: int) -> s.Immediate:
        if depth > DEEPEST:
            raise self.error("nested too deeply")
        token = self.advance()
        if token.kind == "integer":
            self.index -= 1
            self.now = token
            return s.Immediate(self.integer())
        if token.kind == "float":
            return s.Immediate(*float_value(token.text))
        if token.text == "WARP_SZ":
            return s.Immediate(32)
        if token.text == "(":
            if self.now.text in (".s64", ".u64"):
                self.advance()
                self.expect(")")
                return self.primary(depth + 1)
            value = self.expression(depth + 1)
            self.expect(")")
            return value
        if token.text in ("-", "+", "~", "!") and token.kind == "mark":
            return self.unary(token, self.primary(depth + 1))
        raise self.error(f"found {token}; expected an operand", token)

    def unary(self, token: Token, operand: s.Immediate) -> s.Immediate:
        value = operand.value
        if token.text == "+":
            return operand
        if operand.bits:
            if token.text != "-":
                raise self.error("expected an integer", token)
            return s.Immediate(value ^ 1 << (operand.bits - 1), operand.bits)
        if token.text == "-":
            return s.Immediate(-value)
        if not isinstance(value, int):
            raise self.error("expected an integer", token)
        return s.Immediate(~value if token.text == "~" else int(not value))

    def combine(self, token: Token, left: s.Immediate, right: s.Immediate) -> s.Immediate:
        a, b = left.value, right.value
        if left.bits or right.bits or not isinstance(a, int) or not isinstance(b, int):
            raise self.error("arithmetic on floating-point constants; expected integers", token)
        if token.text in ("/", "%"):
            if b == 0:
                raise self.error("division by zero in a constant; expected another", token)
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return s.Immediate(quotient if token.text == "/" else a - quotient * b)
        if token.text in ("<<", ">>") and not 0 <= b < 64:
            raise self.error(f"a shift by {b} in a constant; expected 0 to 63", token)
        value = _CONSTANT[token.text](a, b)
        return s.Immediate((value + (1 << 63)) % (1 << 64) - (1 << 63) if value < 0 else
                           value % (1 << 64))  # fmt: skip

    def parenthesised(self) -> None:
        self.expect("(")
        while not self.accept(")"):
            if self.now.kind == "end":
                raise self.error("expected ')'")
            self.advance()


_PRECEDENCE = {"||": 0, "&&": 1, "^": 3, "&": 4, "==": 5, "!=": 5, "<=": 6, ">=": 6,
               "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9}  # fmt: skip
_CONSTANT = {
    "||": lambda a, b: int(bool(a or b)),
    "&&": lambda a, b: int(bool(a and b)),
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
