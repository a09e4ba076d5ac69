"""slidemove: moves a shape through a world, in 2D (sm) and in 3D (sm3). docs/bindings.md says how to use it.

    from slidemove import sm
    world = sm.world_create([sm.segment((-5, 0), (5, 0))])
    disk = sm.hull_of_capsule(sm.circle((0, 0), 0.5))
    position = sm.slide_move((0, 2), (0.1, -0.1), disk, world, {"resolver": sm.SWEEP}).position

Names are those of C with a dot: sm_slide_move is sm.slide_move, SM_SWEEP is sm.SWEEP, sm3_sphere is sm3.sphere. A struct is
given as one (sm.vec2(1, 2)), as a tuple or list of its fields, or as a dict; fields left out are 0.
"""
import ctypes
import keyword
import os
import sys
import types
import weakref

# scripts/make-bindings puts in the place of the next line what the library's headers declare.
# @MADE@

sm = types.ModuleType("slidemove.sm", "slidemove in 2D, and characters")
sm3 = types.ModuleType("slidemove.sm3", "slidemove in 3D")
DOC_OF = dict(DOCS)


def _open_library():
    name = {"win32": "slidemove.dll", "darwin": "libslidemove.dylib"}.get(sys.platform, "libslidemove.so.0")
    places = [os.path.join(os.path.dirname(os.path.abspath(__file__)), name), name]  # beside this file; in the system
    for place in places:
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            said = error
    raise ImportError(f"slidemove: the library was not found as {' nor as '.join(places)}: {said}")


C = _open_library()


def _split(name):
    prefix, short = name.split("_", 1)
    return (sm if prefix.lower() == "sm" else sm3), short


def _dotted(name):
    return name.replace("_", ".", 1)


def _publish(name, value):
    setattr(*_split(name), value)


# ---- Functions that C calls --------------------------------------------------------------------------------------

_calling = 0  # how many run
_failure = None  # the first error in one


def _run(function, *given):
    """Calls back, and keeps an error for the end of the call that led here: it must not pass through C."""
    global _calling, _failure
    _calling += 1
    try:
        return function(*given)
    except BaseException as error:
        _failure = _failure or error
        return False
    finally:
        _calling -= 1


def _finish():
    global _failure
    if _failure is not None:
        error, _failure = _failure, None
        raise error


# ---- Structs: ctypes makes them, and this converts what their fields are given ---------------------------------------

_TYPES = {"float": ctypes.c_float, "double": ctypes.c_double, "int": ctypes.c_int, "unsigned": ctypes.c_uint,
          "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t, "bool": ctypes.c_bool,
          "unsigned char": ctypes.c_ubyte, "pointer": ctypes.c_void_p, "void": None}
_RANGES = {"int": (-2**31, 2**31), "unsigned": (0, 2**32), "uint32_t": (0, 2**32), "uint64_t": (0, 2**64),
           "unsigned char": (0, 2**8)}


def _is_list(value):
    return hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, dict))


def _convert(kind, value, where):
    """Returns the value as C takes it, or raises a TypeError that says where and what was expected."""
    expected = "a number"
    if kind in _STRUCTS:
        made = _STRUCTS[kind]
        if isinstance(value, made):
            return value
        try:
            if isinstance(value, dict):
                return made(**value)
            if _is_list(value):
                return made(*value)
        except (TypeError, ValueError, AttributeError) as error:
            raise type(error)(f"{where}: {error}") from None
        expected = f"{_dotted(kind)}, or a tuple, list or dict of its fields"
    elif kind in _RANGES:
        if hasattr(value, "__index__"):
            low, high = _RANGES[kind]
            if low <= value < high:
                return value.__index__()
            raise ValueError(f"{where}: expected {low} to {high - 1}, found {value}")
        expected = "a whole number"
    elif kind == "bool":
        if value is False or value is True:
            return value
        expected = "True or False"
    elif hasattr(value, "__float__") or hasattr(value, "__index__"):
        return float(value)
    raise TypeError(f"{where}: expected {expected}, found {value!r}")


def _array(kind, value, where):
    if not _is_list(value):
        raise TypeError(f"{where}: expected a list of {_dotted(kind)}, found {value!r}")
    values = [_convert(kind, element, f"{where}[{i}]") for i, element in enumerate(value)]
    array = ((_STRUCTS.get(kind) or _TYPES[kind]) * len(values))(*values)
    array.kept = values  # and what they point to
    return array


class _Plain(ctypes.Structure):
    """A struct of floats, which ctypes itself converts. As in a tuple, fields are in the order of the header."""
    __slots__ = ()

    def __iter__(self):
        return (getattr(self, name) for name in self.shown)

    def __len__(self):
        return len(self.shown)

    def __getitem__(self, index):
        return list(self)[index]

    def __eq__(self, other):
        return len(self) == len(other) and all(
            list(a) == list(b) if isinstance(a, ctypes.Array) else a == b for a, b in zip(self, other))

    def __repr__(self):
        shown = (f"{name}={list(value) if isinstance(value, ctypes.Array) else value!r}" for name, value in zip(self.shown, self))
        return f"{type(self).__name__}({', '.join(shown)})"


class _Struct(_Plain):
    """A struct whose fields convert what they are set to."""

    def __init__(self, *values, **fields):
        if len(values) == 1 and isinstance(values[0], dict):
            values, fields = (), values[0]
        if len(values) > len(self.shown):
            raise TypeError(f"{type(self).__name__}: expected at most {len(self.shown)} fields, found {len(values)}")
        super().__init__()
        for name, value in [*zip(self.shown, values), *fields.items()]:
            if value is not None:
                setattr(self, name, value)

    def __setattr__(self, name, value):
        where = f"{type(self).__name__}.{name}"
        if name not in self.shown:
            raise AttributeError(f"{type(self).__name__} has no field {name}, but {', '.join(self.shown)}")
        kind, of, extra = self.shown[name]
        if kind == "list":
            counted, _, per = extra.partition("/")
            value = _array(of, value, where)
            ctypes.Structure.__setattr__(self, counted, len(value) // int(per or 1))
        elif kind == "maybe":
            value = None if value is None else ctypes.pointer(_convert(of, value, where))
        elif kind == "call":
            value = _CALLS[of](value, where)
        elif extra > 1:
            value = _array(of, value, where)
            if len(value) > extra:
                raise ValueError(f"{where}: expected at most {extra}, found {len(value)}")
            value = (value._type_ * extra)(*value)
        else:
            value = _convert(of, value, where)
        ctypes.Structure.__setattr__(self, name, value)


_STRUCTS, _CALLS = {}, {}


def _add_call(name, result, parameters):
    """A kind of call: its function makes one that C can call of one in Python. C's context, the first, is not used."""
    kinds = [ctypes.c_void_p if is_pointer else _STRUCTS.get(kind) or _TYPES[kind] for _, kind, is_pointer in parameters]
    prototype = ctypes.CFUNCTYPE(_TYPES.get(result.split()[0]), *kinds)

    def copied(value, kind, is_pointer):
        return _STRUCTS[kind].from_buffer_copy(_STRUCTS[kind].from_address(value)) if is_pointer else value

    def call(function, where):
        if function is None:
            return prototype()
        if not callable(function):
            raise TypeError(f"{where}: expected a function, found {function!r}")

        def back(_, *given):
            answer = _run(function, *(copied(value, *rest) for value, (_, *rest) in zip(given, parameters[1:])))
            return bool(answer) if name.endswith("accept") else answer is not False
        return prototype(back)
    call.prototype = prototype
    _CALLS[name] = call


def _declare():
    waiting = [row for row in CALLS]

    def add_calls():
        for row in list(waiting):
            if all(is_pointer or kind in _TYPES or kind in _STRUCTS for _, kind, is_pointer in row[2]):
                _add_call(*row)
                waiting.remove(row)
    for name, fields in STRUCTS:
        add_calls()
        ctypes_of = []
        for field, kind, of, extra in fields:
            made = _TYPES.get(of) or _STRUCTS.get(of) or of in _CALLS and _CALLS[of].prototype
            if kind in ("maybe", "list"):
                made = ctypes.POINTER(made) if made else ctypes.c_void_p
            ctypes_of.append((field, made * extra if kind in ("value", "hidden") and extra > 1 else made))
        shown = {field: (kind, of, extra) for field, kind, of, extra in fields if kind != "hidden"}
        inside = {"_fields_": ctypes_of, "shown": shown, "__doc__": DOC_OF.get(name)}
        if all(made is ctypes.c_float for _, made in ctypes_of):
            _STRUCTS[name] = type(_dotted(name), (_Plain,), {**inside, "__slots__": ()})
        else:
            _STRUCTS[name] = type(_dotted(name), (_Struct,), inside)
        _publish(name, _STRUCTS[name])
    add_calls()


# ---- Worlds --------------------------------------------------------------------------------------------------------


class _World:
    """A world of obstacles, made by world_create. Its memory is freed with it, or by destroy()."""

    def __init__(self, pointer):
        if not pointer:
            raise MemoryError("world_create: there is no memory, or the progress was given up")
        destroy = getattr(C, f"{self.kind}_destroy")
        self.pointer = pointer
        self.obstacles = getattr(C, self.kind.replace("world", "obstacles") + "_of_world")(pointer)
        self.destroyed = weakref.finalize(self, destroy, ctypes.c_void_p(pointer))

    def destroy(self):
        """Frees its memory now."""
        if _calling:
            raise RuntimeError("world.destroy: not while a function runs that the library calls")
        self.destroyed()
        self.pointer = None


def _pointer_of(kind, world, where):
    if not isinstance(world, _WORLDS[kind]):
        raise TypeError(f"{where}: expected a world of {_dotted(kind)}_create, found {world!r}")
    if world.pointer is None:
        raise ValueError(f"{where}: the world was destroyed")
    return world.pointer


def _obstacles(kind, value, where):
    """A world, a list of obstacles, or a function that returns a list of those in a box."""
    if isinstance(value, (list, tuple)):
        array = _STRUCTS[kind.replace("obstacles", "obstacle_array")](value)
        obstacles = getattr(C, kind + "_of_list")(ctypes.byref(array))
        obstacles.__dict__["kept"] = array
    elif callable(value):
        obstacles, back = _STRUCTS[kind](), _source(kind, value)
        field = "visit" if kind == "sm3_obstacles" else "gather"
        ctypes.Structure.__setattr__(obstacles, field, ctypes.cast(back, ctypes.c_void_p))
        obstacles.__dict__["kept"] = back
    else:
        _pointer_of(kind.replace("obstacles", "world"), value, where)
        obstacles = value.obstacles
    return obstacles


def _source(kind, function):
    """A game's own obstacles, for C."""
    pointer, vec, region_of = ctypes.c_void_p, _STRUCTS["sm_vec2"], _STRUCTS["sm3_region"]

    def near(*box):
        def ask():
            return _array(kind[:-1], function(*box) or (), "what the obstacles' function returned")
        return _run(ask) or ()

    def gather(_, low, high, visit, context):
        for obstacle in near(low, high):
            visit(context, ctypes.addressof(obstacle))

    def show(_, region, visitor):
        for obstacle in near(*region_of.from_buffer_copy(region_of.from_address(region))):
            C.sm3_visit(pointer(visitor), ctypes.byref(obstacle))
    if kind == "sm3_obstacles":
        return ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(show)
    visit = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
    return ctypes.CFUNCTYPE(None, pointer, vec, vec, visit, pointer)(gather)


# ---- Functions: each is written out with the names of its parameters, so that help() shows them -----------------


def _maybe(kind, value, where):
    return None if value is None else ctypes.byref(_convert(kind, value, where))


def _state(kind, value, where):
    if not isinstance(value, _STRUCTS[kind]):
        raise TypeError(f"{where}: expected one made by {_dotted(kind)}(), found {value!r}")
    return ctypes.byref(value)


def _string(_, value, where):
    if not isinstance(value, str):
        raise TypeError(f"{where}: expected a string, found {value!r}")
    return value.encode()


def _changed(kind, world, where):
    if _calling:
        raise RuntimeError(f"{where}: a world cannot change while a function runs that the library calls")
    return _pointer_of(kind, world, where)


def _fill(kind, ask):
    """Asks with room for so many results, and for more if there are more."""
    room = 32
    while True:
        array = ((_STRUCTS.get(kind) or _TYPES[kind]) * room)()
        count = ask(array, room)
        if count <= room:
            return list(array[:count])
        room = count


def _change(result, where):
    if result:
        raise MemoryError(where) if result == 1 else LookupError(f"{where}: nothing has that number, or an index is beyond its array")


def _add_function(name, result, parameters):
    called = _dotted(name)
    convert = {"list": _array, "maybe": _maybe, "need": _state, "state": _state, "handle": _pointer_of, "changed": _changed,
               "string": _string, "value": _convert, "call": lambda of, value, where: _CALLS[of](value, where)}
    around = {"C": getattr(C, name), "finish": _finish, "fill": _fill, "byref": ctypes.byref, "change": _change, "where": called}
    parameters = [(p + "_" * keyword.iskeyword(p), kind, of) for p, kind, of in parameters]
    given, lines, passed, answer = [], [], [], "answer"
    last_needed = max((i for i, p in enumerate(parameters) if p[1] not in ("maybe", "out", "room")), default=-1)
    types_of = []
    for i, (p, kind, of) in enumerate(parameters):
        made = _STRUCTS.get(of) or _TYPES.get(of)
        if kind not in ("out", "room"):  # what may be left out has a default if nothing else follows
            given.append(p + ("=None" if kind == "maybe" and i > last_needed else ""))
            function = _obstacles if of in ("sm_obstacles", "sm3_obstacles") else convert[kind]
            around["to_" + p] = function if kind != "need" else lambda *value: ctypes.byref(_convert(*value))
            lines.append(f"{p} = to_{p}({of!r}, {p}, {called + ': ' + p!r})")
        passed.append(p)
        if kind == "value":
            types_of.append(made)
        elif kind == "call":
            types_of += [_CALLS[of].prototype, ctypes.c_void_p]
            passed.append("None")
        elif kind in ("list", "room"):
            types_of += [ctypes.POINTER(made), ctypes.c_int]
            passed.append(f"len({p})" if kind == "list" else "room")
        elif kind == "string":
            types_of.append(ctypes.c_char_p)
        else:
            types_of.append(ctypes.c_void_p if kind in ("handle", "changed") else ctypes.POINTER(made))
        if kind == "out":
            around["made"] = made
            lines.append(f"{p} = made()")
            answer = f"({p}.value if hasattr({p}, 'value') else {p}) if answer else None"
            passed[-1] = f"byref({p})"
    ask = f"C({', '.join(passed)})"
    for p, kind, of in parameters:
        if kind == "room":
            ask = f"fill({of!r}, lambda {p}, room: {ask})"
    kind, of = result
    if kind == "handle":
        around["open_world"], answer = _WORLDS[of], "open_world(answer)"
    elif kind == "string":
        answer = "answer and answer.decode()"
    elif kind == "change":
        answer = "change(answer, where)"
    elif kind == "list":
        around["count"] = getattr(C, name.rpartition("_")[0] + "_count")
        answer = f"[type(one).from_buffer_copy(one) for one in answer[:count({passed[0]})]]"
    code = "\n    ".join([f"def {_split(name)[1]}({', '.join(given)}):", *lines, f"answer = {ask}", "finish()", f"return {answer}"])
    exec(code, around)
    C_function, function = around["C"], around[_split(name)[1]]
    C_function.argtypes = types_of
    made = _STRUCTS.get(of) or _TYPES.get(of)
    C_function.restype = {"handle": ctypes.c_void_p, "string": ctypes.c_char_p, "list": ctypes.POINTER(made) if made else None}.get(kind, made)
    if any(p[1] in ("out", "room") for p in parameters):
        C_function.restype = ctypes.c_int if parameters[-1][1] == "room" else ctypes.c_bool
    function.__doc__ = DOC_OF.get(name)
    _publish(name, function)
    for world, methods in _WORLDS.items():
        if name.startswith(world + "_") and not name.endswith("_create"):
            setattr(methods, name.removeprefix(world + "_"), function)


_declare()
_WORLDS = {kind: type(_dotted(kind), (_World,), {"kind": kind, "__doc__": _World.__doc__}) for kind in ("sm_world", "sm3_world")}
for _kind in _WORLDS:
    _source_kind = _kind.replace("world", "obstacles")
    for _name, _argument in ((f"{_source_kind}_of_world", ctypes.c_void_p),
                             (f"{_source_kind}_of_list", ctypes.c_void_p)):
        getattr(C, _name).argtypes, getattr(C, _name).restype = [_argument], _STRUCTS[_source_kind]
for _row in FUNCTIONS:
    _add_function(*_row)
for _name, _value in CONSTANTS:
    _publish(_name, _value if _value.count(".") > 1 else float(_value) if "e" in _value else int(_value))
