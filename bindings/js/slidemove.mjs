// slidemove: moves a shape through a world, in 2D (sm) and in 3D (sm3), in node and in a browser. README.md says how.
//
// Names are those of C with a dot: sm_slide_move is sm.slide_move, SM_SWEEP is sm.SWEEP, sm3_sphere is sm3.sphere. A struct is
// a plain object of its fields, or a list of them; fields left out are 0. What is given is checked, and copied into the
// library's memory for the time of one call; only a world stays there. slidemove.d.ts has the types.
import wasm from "./wasm.mjs";

// scripts/make-bindings puts in the place of the next line what the library's headers declare.
// @MADE@

export const sm = {}, sm3 = {};

const split = (name) => [name.toLowerCase().startsWith("sm_") ? sm : sm3, name.slice(name.indexOf("_") + 1)];
const dotted = (name) => name.replace("_", ".");
const publish = (name, value) => { const [space, short] = split(name); space[short] = value; };
const shown = (value) => typeof value === "string" ? `'${value}'` : Array.isArray(value) ? "a list" :
  typeof value === "object" && value !== null ? "an object" : String(value);

// What is wrong with a value; each struct and list around it adds to the path.
class Mistake extends TypeError {
  path = "";
  name = "TypeError";
  within(part) {
    this.path = part + this.path;
    return this;
  }
}
const fail = (expected, value) => { throw new Mistake(`expected ${expected}, found ${shown(value)}`); };
const inside = (error, part) => error instanceof Mistake ? error.within(part) : error;

// ---- Memory of the library ------------------------------------------------------------------------------------------

let C, memory, bytes;
function view() {
  if (memory.buffer !== C.memory.buffer) { // it has grown
    memory = new DataView(C.memory.buffer);
    bytes = new Uint8Array(C.memory.buffer);
  }
  return memory;
}

// Room for one call, which `freed` gives back at its end. Calls may be inside of calls.
const ROOM = 1 << 16;
let room, top, large = [];
function take(size) {
  const at = top;
  if (at + size > room + ROOM) {
    const taken = C.malloc(size);
    if (taken === 0) throw new RangeError("slidemove: there is no memory");
    large.push(taken);
    return taken;
  }
  top = (at + size + 15) & ~15;
  return at;
}
function freed(work) {
  const was = top, before = large, functions_before = functions.length;
  large = [];
  try {
    return work();
  } finally {
    top = was;
    large.forEach((taken) => C.free(taken));
    large = before;
    functions.length = functions_before;
  }
}

// ---- Functions that the library calls --------------------------------------------------------------------------------

const functions = []; // by the context that the library passes
let calling = 0, failure = null; // how many run; the first error in one, kept for the end of the call that led there
function run(context, ...given) {
  calling++;
  try {
    return functions[context](...given);
  } catch (error) {
    failure ??= { error };
    return false;
  } finally {
    calling--;
  }
}
const register = (fn) => typeof fn === "function" ? functions.push(fn) - 1 : fail("a function", fn);
const call_of = (kind) => C.js_call(CALLS.findIndex(([name]) => name === kind));

// ---- Numbers and structs: how each is written to memory, and read -----------------------------------------------------

const whole = (low, high) => (value) =>
  Number.isInteger(value) && value >= low && value <= high ? value : fail(`a whole number from ${low} to ${high}`, value);
const number = (value) => typeof value === "number" ? value : fail("a number", value);
const bool = (value) => typeof value === "boolean" ? value : fail("true or false", value);
const int = whole(-(2 ** 31), 2 ** 31 - 1), unsigned = whole(0, 2 ** 32 - 1), byte = whole(0, 255);
const big = (value) => typeof value === "bigint" && value >= 0n && value < 1n << 64n ? value
  : BigInt(whole(0, Number.MAX_SAFE_INTEGER)(value));
const small = (value) => value <= Number.MAX_SAFE_INTEGER ? Number(value) : value; // a BigInt only if it must be one

const types = {
  float: { size: 4, check: number, write: (at, v) => view().setFloat32(at, number(v), true), read: (at) => view().getFloat32(at, true) },
  double: { size: 8, check: number, write: (at, v) => view().setFloat64(at, number(v), true), read: (at) => view().getFloat64(at, true) },
  int: { size: 4, check: int, write: (at, v) => view().setInt32(at, int(v), true), read: (at) => view().getInt32(at, true) },
  unsigned: { size: 4, check: unsigned, write: (at, v) => view().setUint32(at, unsigned(v), true), read: (at) => view().getUint32(at, true) },
  uint64_t: { size: 8, check: big, write: (at, v) => view().setBigUint64(at, big(v), true), read: (at) => small(view().getBigUint64(at, true)) },
  bool: { size: 1, check: bool, write: (at, v) => view().setUint8(at, bool(v)), read: (at) => view().getUint8(at) !== 0 },
  "unsigned char": { size: 1, check: byte, write: (at, v) => view().setUint8(at, byte(v)), read: (at) => view().getUint8(at) },
};
types.uint32_t = types.size_t = types.unsigned;

function place(kind, value) {
  const at = take(types[kind].size);
  types[kind].write(at, value);
  return at;
}
function place_list(kind, value, at) {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) fail(`a list of ${dotted(kind)}`, value);
  const { size, write } = types[kind];
  at ??= take(size * value.length);
  let i = 0;
  try {
    for (; i < value.length; i++) write(at + i * size, value[i]);
  } catch (error) {
    throw inside(error, `[${i}]`);
  }
  return at;
}
function read_list(kind, at, count) {
  const { size, read } = types[kind];
  return Array.from({ length: count }, (_, i) => read(at + i * size));
}

// How a field of each kind is written at its place in the struct that begins at `start`; `of` is the type, `extra` what the headers
// say beside it, and `offset_of` where the other fields are.
const writer = {
  value(of, count) {
    if (count === 1) return types[of].write;
    return (at, value) => {
      if (value?.length > count) throw new Mistake(`expected at most ${count}, found ${value.length}`);
      place_list(of, value, at);
    };
  },
  // What is recorded there is read into the given object after the call.
  maybe: (of) => (at, value) => {
    const to = place(of, value);
    view().setUint32(at, to, true);
    if (of.endsWith("trace")) after.push(() => Object.assign(value, types[of].read(to)));
  },
  list: (of, extra, offset_of) => (at, value, start) => {
    const to = place_list(of, value), [counted, per] = extra.split("/");
    view().setUint32(at, to, true);
    view().setInt32(start + offset_of[counted], Math.floor(value.length / (per ?? 1)), true);
  },
  call: (of, context, offset_of) => (at, value, start) => {
    view().setUint32(start + offset_of[context], register(value), true);
    view().setUint32(at, call_of(of), true);
  },
};
let after = []; // what remains to be read when the call is done

for (const [struct, rows, offsets, size] of STRUCTS) {
  const offset_of = Object.fromEntries(rows.map(([name], i) => [name, offsets[i]]));
  const fields = rows.filter(([, kind]) => kind !== "hidden").map(([name, kind, of, extra]) => ({
    name, kind, offset: offset_of[name], write: writer[kind](of, extra, offset_of),
    read: kind === "list" ? (at, start) => read_list(of, view().getUint32(at, true), view().getInt32(start + offset_of[extra.split("/")[0]], true))
      : extra > 1 ? (at) => read_list(of, at, extra) : types[of]?.read,
  }));
  const by_name = new Map(fields.map((field) => [field.name, field]));
  const readable = fields.filter(({ kind }) => kind === "value" || kind === "list");
  types[struct] = {
    size,
    write(at, value) {
      if (typeof value !== "object" || value === null) fail(`${dotted(struct)}, an object or a list of its fields`, value);
      view();
      bytes.fill(0, at, at + size);
      const is_list = Array.isArray(value) || ArrayBuffer.isView(value);
      let field;
      try {
        for (const key in value) {
          field = is_list ? fields[key] : by_name.get(key);
          if (field === undefined)
            throw new Mistake(`${dotted(struct)} has no field ${key}, but ${fields.map(({ name }) => name).join(", ")}`);
          const given = value[key];
          // A value that is undefined is that of a misspelt name, which must not be taken as 0.
          if (given === null || (given === undefined && field.kind !== "value")) continue;
          field.write(at + field.offset, given, at);
        }
      } catch (error) {
        throw field ? inside(error, `.${field.name}`) : error;
      }
    },
    read(at) {
      const value = {};
      for (const field of readable) value[field.name] = field.read(at + field.offset, at);
      return value;
    },
  };
  if (fields.some(({ kind }) => kind !== "value")) continue; // it has no copy of its own: a plain object is enough
  publish(struct, (...values) => freed(() => {
    const value = values.length === 1 && typeof values[0] === "object" ? values[0] : values;
    try {
      return types[struct].read(place(struct, value));
    } catch (error) {
      throw told(error, dotted(struct));
    }
  }));
}

function told(error, where) {
  if (error instanceof Mistake) error.message = `${where}${error.path}: ${error.message}`;
  return error;
}

// ---- Worlds -----------------------------------------------------------------------------------------------------------

const collected = new FinalizationRegistry(([destroy, pointer]) => C[destroy](pointer));
const worlds = {};
for (const kind of ["sm_world", "sm3_world"]) {
  const destroy = `${kind}_destroy`;
  worlds[kind] = class {
    constructor(pointer) {
      if (pointer === 0) throw new RangeError(`${dotted(kind)}_create: there is no memory, or the progress was given up`);
      this.pointer = pointer;
      collected.register(this, [destroy, pointer], this);
    }
    destroy() {
      const pointer = pointer_of(kind, this);
      if (calling > 0) throw new Error("world.destroy: not while a function runs that the library calls");
      collected.unregister(this);
      this.pointer = null;
      C[destroy](pointer);
    }
  };
  publish(kind, worlds[kind]);
}

function pointer_of(kind, world) {
  if (!(world instanceof worlds[kind])) fail(`a world of ${dotted(kind)}_create`, world);
  if (world.pointer === null) throw new Mistake("the world was destroyed");
  return world.pointer;
}

// A world, a list of obstacles, or a function that returns a list of those in a box.
for (const kind of ["sm_obstacles", "sm3_obstacles"]) {
  const asked = kind === "sm_obstacles" ? "gather" : "visit";
  const [, rows, offsets] = STRUCTS.find(([name]) => name === kind);
  const offset_of = (field) => offsets[rows.findIndex(([name]) => name === field)];
  types[kind].write = (at, value) => {
    bytes.fill(0, at, at + types[kind].size);
    if (typeof value === "function") {
      view().setUint32(at + offset_of("context"), register(value), true);
      view().setUint32(at + offset_of(asked), call_of(kind === "sm_obstacles" ? "sm_gather_fn" : "sm3_obstacles_fn"), true);
    } else if (Array.isArray(value))
      C[`${kind}_of_list`](at, place(kind.replace("obstacles", "obstacle_array"), [value]));
    else
      C[`${kind}_of_world`](at, pointer_of(kind.replace("obstacles", "world"), value));
  };
}

function returned_obstacles(kind, context, ...box) {
  try {
    const list = run(context, ...box) || [], at = place_list(kind, list);
    return Array.from(list, (_, i) => at + i * types[kind].size);
  } catch (error) {
    failure ??= { error: told(error, "what the obstacles' function returned") };
    return [];
  }
}

// The functions of JavaScript that the library calls, each with a context first.
const imports = {};
for (const [name, result, [, ...parameters]] of CALLS)
  imports[name] = (context, ...given) => {
    const values = parameters.map(([, kind, is_pointer], i) => is_pointer || kind.startsWith("sm") ? types[kind].read(given[i]) :
      typeof given[i] === "bigint" ? small(BigInt.asUintN(64, given[i])) : given[i]);
    const answer = run(context, ...values);
    if (result === "bool") return (name.endsWith("accept") ? answer : answer !== false) ? 1 : 0;
  };
imports.sm_gather_fn = (context, low, high, visit, visitor) => freed(() => {
  for (const at of returned_obstacles("sm_obstacle", context, types.sm_vec2.read(low), types.sm_vec2.read(high)))
    C.__indirect_function_table.get(visit)(visitor, at);
});
imports.sm3_obstacles_fn = (context, region, visitor) => freed(() => {
  const { low, high, delta } = types.sm3_region.read(region);
  for (const at of returned_obstacles("sm3_obstacle", context, low, high, delta)) C.sm3_visit(visitor, at);
});

// ---- Functions --------------------------------------------------------------------------------------------------------

const text = new TextEncoder(), words = new TextDecoder();
// For each kind of parameter: adds to `passed` what C is given for the value.
const pass = {
  value: (passed, kind, value) => passed.push(kind.startsWith("sm") ? place(kind, value) : types[kind].check(value)),
  need: (passed, kind, value) => passed.push(place(kind, value)),
  maybe(passed, kind, value) {
    if (value === undefined || value === null) passed.push(0);
    else if (kind.endsWith("trace")) pass.state(passed, kind, value);
    else passed.push(place(kind, value));
  },
  state(passed, kind, value) {
    const at = place(kind, value);
    after.push(() => Object.assign(value, types[kind].read(at)));
    passed.push(at);
  },
  list: (passed, kind, value) => passed.push(place_list(kind, value), value.length),
  handle: (passed, kind, value) => passed.push(pointer_of(kind, value)),
  changed(passed, kind, value) {
    if (calling > 0) throw new Mistake("a world cannot change while a function runs that the library calls");
    passed.push(pointer_of(kind, value));
  },
  call: (passed, kind, value) => passed.push(call_of(kind), register(value)),
  string(passed, _, value) {
    if (typeof value !== "string") fail("a string", value);
    const letters = text.encode(value + "\0"), at = take(letters.length);
    view();
    bytes.set(letters, at);
    passed.push(at);
  },
};

function c_string(at) {
  view();
  return words.decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

function add_function(name, [result, of], parameters) {
  const called = dotted(name);
  const given = parameters.filter(([, kind]) => kind !== "out" && kind !== "room");
  const passes = given.map(([, kind]) => pass[kind]);
  const [, last, last_of] = parameters.at(-1);
  const returns_struct = result === "value" && of.startsWith("sm");
  const ask = (start, passed) => {
    const answer = C[name](...passed);
    if (failure !== null) {
      const { error } = failure;
      failure = null;
      throw error;
    }
    after.forEach((finish) => finish());
    if (last === "out") return answer ? types[last_of].read(passed.at(-1)) : null;
    if (result === "handle") return new worlds[of](answer);
    if (result === "string") return answer ? c_string(answer) : null;
    if (result === "list") return read_list(of, answer, C[name.replace(/_[a-z]+$/, "_count")](passed[0]));
    if (result === "change" && answer !== 0)
      throw new RangeError(`${called}: ${answer === 1 ? "there is no memory" : "nothing has that number, or an index is beyond its array"}`);
    if (result === "change" || of === "void") return undefined;
    return start !== null ? types[of].read(start) : of === "bool" ? answer !== 0 : answer;
  };
  const fn = (...values) => freed(() => {
    if (values.length > given.length)
      throw new TypeError(`${called}: expected no more than (${given.map(([p]) => p).join(", ")})`);
    const outer = after;
    after = [];
    try {
      const start = returns_struct ? take(types[of].size) : null;
      const passed = start === null ? [] : [start];
      let i = 0;
      try {
        for (; i < passes.length; i++) passes[i](passed, given[i][2], values[i]);
      } catch (error) {
        throw told(error, `${called}: ${given[i][0]}`);
      }
      if (last === "out") passed.push(take(types[last_of].size));
      if (last !== "room") return ask(start, passed);
      for (let capacity = 32; ; ) {
        const at = take(capacity * types[last_of].size), count = ask(null, [...passed, at, capacity]);
        if (count <= capacity) return read_list(last_of, at, count);
        capacity = count;
      }
    } finally {
      after = outer;
    }
  });
  publish(name, fn);
  const [, world, method] = name.match(/^(sm3?_world)_(?!create)(.*)/) ?? [];
  if (world) worlds[world].prototype[method] = function (...values) { return fn(this, ...values); };
}

for (const row of FUNCTIONS) add_function(...row);
for (const [name, value] of CONSTANTS) publish(name, Number.isNaN(Number(value)) ? value : Number(value));

// What else the compiled library asks for is never called.
const nothing = new Proxy({}, { get: () => () => 0 });
C = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
  calls: imports, env: nothing, wasi_snapshot_preview1: nothing,
}).exports;
C._initialize?.();
memory = new DataView(C.memory.buffer);
bytes = new Uint8Array(C.memory.buffer);
room = top = C.malloc(ROOM);
