# SPDX-License-Identifier: Apache-2.0
"""Every small change of model/rules/, all in one C file that makes one of them when it runs.

A condition is turned round, held to be true or false, loses an operand; a comparison or a sum is
another; a constant, an ID or a flag is not what it was; a statement is left out. The C is parsed by
pycparser, so a change has a name that does not know of line numbers.
"""
import re, subprocess, tempfile
from pathlib import Path

try:
    from pycparser import c_ast as A, c_generator, c_parser
except ImportError:
    raise SystemExit("selfcheck: no pycparser: scripts/setup words installs it")

# Not agree and select*: of loops and of numbers of 64 bit nothing is known here.
FILES = ["open", "lives", "close", "receive", "send", "timer", "step"]
CHOICE = "TTP_WORD"
HEADERS = {      # as much of the C library as the rules use
    "stdbool.h": "enum { false, true };\n#define bool _Bool\n",
    "stdint.h": "typedef unsigned char uint8_t; typedef unsigned short uint16_t;\n"
                "typedef unsigned uint32_t; typedef int int32_t;\n",
    "string.h": "void *memset(void *, int, unsigned long);\n",
}
HEAD = """#pragma GCC system_header
extern char *getenv(const char *); extern int atoi(const char *);
static int chosen;
static void __attribute__((constructor)) choose(void)
{ const char *e = getenv("%s"); chosen = e ? atoi(e) : 0; }
#define WORD(n) __builtin_expect(chosen == (n), 0)
""" % CHOICE
EQUAL, ORDER, LOGIC = ("==", "!="), ("<", "<=", ">", ">="), {"&&": "||", "||": "&&"}
SUMS = {"+": "-", "-": "+"}
NUMBERS = ("uint32_t", "int32_t", "uint16_t", "uint8_t", "int")
SMALL = ("uint16_t", "uint8_t")
NO_NUMBER = re.compile(r"cfg->(?!rounds)|(state|nacked|kind|aside)$")     # but a time, a name
plain = c_generator.CGenerator().visit


class Choice(A.Node):
    """An expression or a statement with its changes: [(number, text)]."""
    coord = None

    def __init__(self, node, changes, cast=None, alone=False):
        self.node, self.changes, self.cast, self.alone = node, changes, cast, alone

    def children(self):
        return ()


class Writer(c_generator.CGenerator):
    def visit_Choice(self, c):
        if c.alone:
            tests = "".join("if (WORD(%d)) { %s; } else " % x for x in c.changes)
            return tests + "{ " + self._generate_stmt(c.node).strip() + " }"
        text = self.visit(c.node)
        for n, new in c.changes:
            text = "(WORD(%d) ? (%s) : (%s))" % (n, new, text)
        return "((%s)%s)" % (c.cast, text) if c.cast and c.changes else "(%s)" % text

    def visit_NamedInitializer(self, n):
        return "[%s] = %s" % (n.name[0].name, self.visit(n.expr))


def preprocessed(folder):
    with tempfile.TemporaryDirectory() as d:
        for name, text in HEADERS.items():
            Path(d, name).write_text(text)
        code = "".join('#include "%s/%s.c"\n' % (Path(folder).resolve(), f) for f in FILES)
        return subprocess.run(["cc", "-E", "-nostdinc", "-I" + d, "-"], input=code, text=True,
                              stdout=subprocess.PIPE, check=True).stdout


class Types:
    """What is a flag, what a number, by the declarations."""

    def __init__(self, ast):
        self.fields, self.returns, self.names = {}, {}, {}
        for d in (e.decl if isinstance(e, A.FuncDef) else e for e in ast.ext):
            if isinstance(d.type, A.Struct) and d.type.decls:
                for f in d.type.decls:      # one name of two types is of none
                    kind = self.named(f.type)
                    self.fields[f.name] = kind if self.fields.get(f.name, kind) == kind else ""
            elif isinstance(d.type, A.FuncDecl):
                self.returns[d.name] = self.named(d.type.type)

    @staticmethod
    def named(t):
        t = getattr(t, "type", None)
        return "bool" if getattr(t, "names", [""])[-1] == "_Bool" else getattr(t, "names", [""])[-1]

    def of(self, e):
        if isinstance(e, A.ID):
            return self.names.get(e.name, "")
        if isinstance(e, A.StructRef):
            return self.fields.get(e.field.name, "")
        if isinstance(e, A.FuncCall):
            return self.returns.get(e.name.name, "")
        if isinstance(e, A.Cast):
            return self.named(e.to_type.type)
        if isinstance(e, A.UnaryOp):
            return "bool" if e.op == "!" else self.of(e.expr)
        if isinstance(e, A.BinaryOp):
            if e.op in EQUAL or e.op in ORDER or e.op in LOGIC:
                return "bool"
            kind = self.of(e.left) or self.of(e.right)
            return "int" if kind in SMALL else kind     # in C a sum of these is an int
        if isinstance(e, A.TernaryOp):
            return self.of(e.iftrue)
        return "int" if isinstance(e, A.Constant) else ""


class Words:
    """all: [name], the n-th change is n = 1, 2, ...; text: the C file."""

    def __init__(self, folder="model/rules"):
        ast = c_parser.CParser().parse(preprocessed(folder))
        self.types, self.all, self.times = Types(ast), [], {}
        for ext in ast.ext:
            if isinstance(ext, A.FuncDef):
                self.function(ext)
        self.text = HEAD + Writer().visit(ast)

    def change(self, old, new, text=None):
        """A name says where it is by the statement; one that stands there twice is numbered."""
        name = "%s -- %s -- %s -> %s" % (self.within, self.line, old, new)
        count = self.times[name] = self.times.get(name, 0) + 1
        self.all.append(name + (" #%d" % count if count > 1 else ""))
        return len(self.all), new if text is None else text

    def function(self, f):
        self.within = f.decl.name
        self.types.names = {p.name: self.types.named(p.type) for p in f.decl.type.args.params}
        self.block(f.body.block_items)

    def block(self, items):
        for i, item in enumerate(items):
            items[i] = self.statement(item)

    # ---- statements

    def statement(self, st):
        if isinstance(st, A.Compound):
            self.block(st.block_items)
        elif isinstance(st, A.Decl):
            self.types.names[st.name] = self.types.named(st.type)
            self.line = plain(st)
            if st.init and not isinstance(st.init, A.InitList):
                st.init = self.expression(st.init, self.types.of(A.ID(st.name)) == "bool")
        elif isinstance(st, A.If):
            self.line = "if (%s)" % plain(st.cond)
            st.cond = self.expression(st.cond, True)
            st.iftrue = self.statement(st.iftrue)
            st.iffalse = st.iffalse and self.statement(st.iffalse)
        elif isinstance(st, A.Switch):
            for case in st.stmt.block_items:
                self.block(case.stmts)
        elif isinstance(st, A.Return) and st.expr:
            self.line = plain(st)
            st.expr = self.expression(st.expr, self.types.returns[self.within] == "bool")
        elif not isinstance(st, A.Break):
            return self.simple(st)
        return st

    def simple(self, st):
        self.line = plain(st).rstrip(";")
        changes = [self.change(self.line, "nothing", "")]
        if isinstance(st, A.Assignment):
            changes += self.assignment(st)
        elif isinstance(st, A.FuncCall) and st.name.name != "memset":
            st.args.exprs = [self.expression(x) for x in st.args.exprs]
        return Choice(st, changes, alone=True)

    def assignment(self, st):
        chain = [st]
        while isinstance(chain[-1].rvalue, A.Assignment):
            chain.append(chain[-1].rvalue)
        value, targets = plain(chain[-1].rvalue), [plain(c.lvalue) for c in chain]
        changes = []
        for i, t in enumerate(targets if len(chain) > 1 else []):
            rest = " = ".join(targets[:i] + targets[i + 1:] + [value])
            changes.append(self.change(t, "not " + value, rest))
            if value in ("true", "false"):
                other = "true" if value == "false" else "false"
                changes.append(self.change(t, other, "%s; %s = %s" % (rest, t, other)))
        flag = self.types.of(chain[-1].lvalue) == "bool"
        chain[-1].rvalue = self.expression(chain[-1].rvalue, flag)
        return changes

    # ---- expressions

    def expression(self, e, flag=False, part=None):
        """flag: true and false are all that counts; part: what it is if it is left out."""
        text, kind = plain(e), self.types.of(e)
        if isinstance(e, A.Constant) or text in ("true", "false"):
            return self.constant(e, text)
        new = []
        if flag or kind == "bool":
            new += ["!(%s)" % text, *([part] if part else ["1", "0"])]
        elif kind in NUMBERS and not NO_NUMBER.search(text) and not isinstance(e, A.Cast):
            new += ["(%s) + 1" % text, "(%s) - 1" % text]
        if isinstance(e, A.BinaryOp):
            new += self.others(e)
        changes = [self.change(text, n) for n in new]
        self.inside(e)
        return Choice(e, changes, kind if kind in NUMBERS else None)

    def constant(self, e, text):
        new = {"true": ["false"], "false": ["true"], "0": ["1"]}.get(text)
        new = new or [str(int(text.rstrip("u")) + d) for d in (1, -1)]
        return Choice(e, [self.change(text, n) for n in new])

    def others(self, e):
        """The same operands with another operator, and each of a sum by itself."""
        left, right = plain(e.left), plain(e.right)
        ops = [o for o in ORDER if o != e.op] + ["=="] if e.op in ORDER else \
            [x[e.op] for x in (LOGIC, SUMS) if e.op in x]
        if e.op in EQUAL and self.types.of(e.left) in NUMBERS[:2]:
            ops = ["<=", ">="] if e.op == "==" else ["<", ">"]
        new = ["(%s) %s (%s)" % (left, o, right) for o in ops]
        return new + [left, right] if e.op in SUMS else new

    def inside(self, e):
        if isinstance(e, A.BinaryOp):
            part = {"&&": "1", "||": "0"}.get(e.op)
            e.left = self.expression(e.left, bool(part), part)
            e.right = self.expression(e.right, bool(part), part)
        elif isinstance(e, A.TernaryOp):
            e.cond = self.expression(e.cond, True)
            e.iftrue, e.iffalse = self.expression(e.iftrue), self.expression(e.iffalse)
        elif isinstance(e, A.FuncCall):
            e.args.exprs = [self.expression(x) for x in e.args.exprs]
        elif isinstance(e, A.Cast):
            e.expr = self.expression(e.expr)
