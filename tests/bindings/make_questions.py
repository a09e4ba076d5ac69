"""Makes random questions to the library, for scripts/check-bindings. Usage: make_questions.py FOLDER

Every function that scripts/make-bindings finds in the headers is asked, but for those in NOT_ASKED. Writes
  questions.txt, a line each: NAME, tab, EXPRESSION. It gives the variable NAME a value; without a name, the value is an
      answer. Python and JavaScript have such expressions in common, and Lua with braces for brackets;
  calls, the same as doubles: the number of the function, and its arguments;
  calls.inc, C that reads these, calls the function and writes what it returns as doubles. questions.c includes it.
"""
import importlib.machinery
import importlib.util
import random
import struct
import sys

loader = importlib.machinery.SourceFileLoader("make_bindings", "scripts/make-bindings")
make_bindings = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_bindings", loader))
loader.exec_module(make_bindings)
headers = make_bindings.Headers()
NOT_ASKED = {"sm_world_cells", "sm3_world_boxes",  # LuaJIT cannot be called with a struct by value
             "sm_resolver_name", "sm_resolver_summary", "sm_resolver_from_name", "sm_world_capsules"}  # no numbers
FUNCTIONS = {name: row for name, row in headers.functions.items() if name not in NOT_ASKED}
COUNT = 17000
OFTEN = {"sm_slide_move": 40, "sm3_slide_move": 40, "sm_character_move": 8, "sm3_character_move": 8,
         "sm_world_add": 2, "sm3_world_add": 2, "sm_world_create": 0.02, "sm3_world_create": 0.02}


# ---- Arguments: values as nested lists, without a final field that is 0 ----------------------------------------------


def number(most, low=None):
    """A float, as text and doubles can carry it."""
    return struct.unpack("f", struct.pack("f", random.uniform(-most if low is None else low, most)))[0]


def any_value(kind, name, world_count):
    if kind == "sm_hull":
        w, h = number(0.6, 0.1), number(0.6, 0.1)
        corners = random.choice([[[0, 0]], [[0, -h], [0, h]], [[-w, -h], [w, -h], [w, h], [-w, h]], [[-w, -h], [w, -h], [0, h]]])
        return [corners, len(corners), number(0.5, 0)]
    if kind == "sm3_mover":
        w, h = number(0.6, 0.1), number(0.6, 0.1)
        return [[0, -h, 0], [0, h, 0], number(0.5, 0.1)] + random.choice([[], [[w, 0, 0], [0, 0, w]]])
    if kind in ("sm_obstacle", "sm3_obstacle"):
        shape = any_value("sm_capsule" if kind == "sm_obstacle" else "sm3_triangle", "shape", 0)
        rest = [random.random() < 0.2] if kind == "sm_obstacle" else []
        return [shape, [[v + 0.1 for v in corner] if isinstance(corner, list) else corner for corner in shape],
                random.random() < 0.2, *rest, random.randrange(8), random.randrange(1000)]
    if kind in ("sm_capsule", "sm3_triangle"):
        n = 2 if kind == "sm_capsule" else 3
        a = [number(8) for _ in range(n)]
        corners = [a] + [[v + random.choice([0, number(3)]) for v in a] for _ in range(n - 1)]
        return corners + [max(0, number(1))] + [random.random() < 0.2 for _ in range(2 * (n == 3))]
    if kind == "sm3_mesh":
        return [[[number(8) for _ in range(3)] for _ in range(5)], 0, [0, 1, 2, 2, 3, 4], 0, True, [[2, 5], [0, 6]], 0, [0, 1]]
    if kind == "sm_options":
        return [random.randrange(5), random.randrange(9), None, random.random() < 0.2, any_filter(), [number(0.1) for _ in range(3)]]
    if kind == "sm_character_settings":
        return [[0, 1, 0], number(1.2, 0.5), number(0.6, 0), 0, number(30, 9), 0, 0, random.random() < 0.3]
    if kind in headers.structs:
        return [any_value(of, name + field, world_count) for field, _, of, _ in headers.structs[kind]]
    if kind == "bool":
        return random.random() < 0.2
    if kind in ("float", "double"):
        if "seconds" in name:
            return 0.015625
        near = any(word in name for word in ("delta", "walk", "velocity", "turn", "normal"))
        return number(random.choice([0.3, 2]) if near else 1 if "radius" in name else 8, 0 if "radius" in name else None)
    return random.randrange(max(1, world_count)) if name == "obstacle" else random.randrange(8)


def any_filter():
    return random.choice([None] * 6 + [[6]] * 3 + ["even"] * (random.random() < 0.3))


def literal(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return {None: "none", True: "true", False: "false", "even": '{"accept": even}'}.get(value, value) if not isinstance(
        value, (int, float)) or isinstance(value, bool) else f"{value:.17g}"


def doubles(kind, value):
    """As take_KIND in C reads it."""
    if kind == "sm_filter":
        return [0 if value is None else 2 if value == "even" else 1]
    if kind not in headers.structs:
        return [float(value or 0)]
    found, value = [], list(value or [])
    fields = [field for field in headers.structs[kind] if field[1] != "hidden"]
    for (_, how, of, extra), given in zip(fields, value + [None] * len(fields)):
        if how == "value":
            for element in ((list(given or []) + [None] * extra)[:extra] if extra > 1 else [given]):
                found += doubles(of, element)
        elif how == "list":
            found += [len(given)] + [number for element in given for number in doubles(of, element)]
        elif of == "sm_filter":
            found += doubles(of, given)
    return found


# ---- C ----------------------------------------------------------------------------------------------------------------


def take_of(kind, to):
    if kind in headers.structs:
        return f"take_{kind}(&{to});"
    return f"{to} = " + ("take() != 0;" if kind == "bool" else f"({kind})take();")


def c_of_structs():
    text = ""
    for name, fields in headers.structs.items():
        take, answer = "", ""
        for field, how, of, extra in fields:
            if how == "value":
                loop = f"for (int i = 0; i < {extra}; i++) " if extra > 1 else ""
                at = f"s->{field}" + "[i]" * (extra > 1)
                take += f"    {loop}{take_of(of, at)}\n"
                answer += f"    {loop}" + (f"answer_{of}(&{at});\n" if of in headers.structs else f"answer((double){at});\n")
            elif how == "list":
                counted, _, per = extra.partition("/")
                take += (f"    static {of} {field}[64]; int {field}_count = (int)take();\n    s->{counted} = {field}_count / {per or 1};\n"
                         f"    for (int i = 0; i < {field}_count; i++) {{ {take_of(of, field + '[i]')} }}\n    s->{field} = {field};\n")
            elif of == "sm_filter":
                take += f"    s->{field} = take_filter();\n"
        text += f"static inline void take_{name}({name} *s) {{\n    memset(s, 0, sizeof *s);\n{take}}}\n"
        if all(field[1] == "value" for field in fields):
            text += f"static inline void answer_{name}(const {name} *s) {{\n{answer}}}\n"
    return text


def c_of_function(number, name, result, parameters):
    lines, passed, after = [], [], ""
    answer = "" if result[1] == "void" else "answer_" + result[1] + "(&r);" if result[1] in headers.structs else "answer((double)r);"
    for p, how, of in parameters:
        passed.append(("&" if how in ("need", "out") else "") + p)
        if of in make_bindings.SOURCES:
            lines.append(f"{of} {p} = {of}_of_world(the_{of.replace('obstacles', 'world')});")
        elif how in ("handle", "changed"):
            passed[-1] = "the_" + of
        elif of == "sm_character":
            passed[-1], answer, after = "&hero", answer or "answer(0);", "answer_sm_character(&hero);"
        elif how in ("value", "need"):
            lines.append(f"{of} {p}; {take_of(of, p)}")
        elif how == "list":
            lines.append(f"{of} {p}[64]; int {p}_count = (int)take(); for (int i = 0; i < {p}_count; i++) {take_of(of, p + '[i]')}")
            passed.append(p + "_count")
        elif of == "sm_filter":
            lines.append("const sm_filter *filter = take_filter();")
        elif how == "maybe":
            is_given = of in ("sm_options", "sm_character_settings")
            lines += [f"{of} {p}; {take_of(of, p)}"] if is_given else []
            passed[-1] = "&" + p if is_given else "NULL"
        elif how == "call":
            passed[-1:] = ["tell_" + of, "NULL"]
        elif how in ("out", "room"):
            lines.append(f"{of} {p}[64];" if how == "room" else f"{of} {p};")
            passed += ["64"] * (how == "room")
            one = f"answer_{of}(&{p}{'[i]' * (how == 'room')});"
            answer = f"answer(r); for (int i = 0; i < r; i++) {one}" if how == "room" else f"if (r) {one} else answer(0);"
    call = f"{name}({', '.join(passed)});"
    if result[0] == "handle":
        call, answer = f"{result[1]}_destroy(the_{result[1]}); the_{result[1]} = {call}", ""
    elif result[1] == "void":
        answer = answer or "answer(0);"
    else:
        of = "bool" if parameters[-1][1] == "out" else result[1]
        call = f"{of} r = {call}"
    return f"    case {number}: {{ " + " ".join([*lines, call, answer, after]) + " break; }\n"


def main():
    random.seed(36)
    names = list(FUNCTIONS)
    c = c_of_structs() + "static void call(int function) {\n    switch (function) {\n"
    c += "".join(c_of_function(i, name, *FUNCTIONS[name]) for i, name in enumerate(names))
    c += "    default: take_sm_character(&hero);\n    }\n}\n"
    open(sys.argv[1] + "/calls.inc", "w").write(c)
    lines, calls, counts = [], [], {"sm": 0, "sm3": 0}

    def ask(name):
        result, parameters = FUNCTIONS[name]
        prefix = make_bindings.space(name)[0]
        calls.append(names.index(name))
        given = []
        for p, how, of in parameters:
            if of in make_bindings.SOURCES or how in ("handle", "changed"):
                given.append("world" + ("3" if of.startswith("sm3") else "2"))
            elif of == "sm_character":
                given.append("hero")
            elif how == "call":
                given.append("tell")
            elif how == "list":
                values = [any_value(of, p, 0) for _ in range(40 if "create" in name else random.randrange(1, 9))]
                calls.extend([len(values)] + [d for value in values for d in doubles(of, value)])
                given.append(literal(values))
            elif how in ("value", "need") or of in ("sm_options", "sm_character_settings", "sm_filter"):
                value = any_filter() if of == "sm_filter" else any_value(of, p, counts[prefix])
                calls.extend(doubles(of, value))
                given.append(literal(value))
            elif how == "maybe":
                given.append("none")
        variable = "world" + ("3" if prefix == "sm3" else "2") if result[0] == "handle" else ""
        lines.append(f"{variable}\t{name.replace('_', '.', 1)}({', '.join(given)})")
        if "hero" in given:
            lines.append("\thero")
        if "world_create" in name:
            counts[prefix] = 40
        if "world_add" in name:
            counts[prefix] += 2 if "mesh" in name else 1

    def make_hero(z):
        position = [number(8), number(8), z]
        calls.extend([len(names)] + doubles("sm_character", [position]))
        lines.append(f"hero\tsm.character({{\"position\": {literal(position)}}})")
    make_hero(0)
    ask("sm_world_create")
    ask("sm3_world_create")
    for name in random.choices(names, [OFTEN.get(name, 0.4) for name in names], k=COUNT):
        if "character_move" in name and random.random() < 0.05:
            make_hero(number(8) * name.startswith("sm3"))
        ask(name)
    open(sys.argv[1] + "/questions.txt", "w").write("\n".join(lines) + "\n")
    open(sys.argv[1] + "/calls", "wb").write(struct.pack(f"<{len(calls)}d", *calls))


main()
