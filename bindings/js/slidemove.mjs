// slidemove: moves a shape through a world, in 2D (sm) and in 3D (sm3), in node and in a browser. README.md says how.
//
// Names are those of C with a dot: sm_slide_move is sm.slide_move, SM_SWEEP is sm.SWEEP, sm3_sphere is sm3.sphere. A struct is
// a plain object of its fields, or a list of them; fields left out are 0. What is given is checked, and copied into the
// library's memory for the time of one call; only a world stays there. slidemove.d.ts has the types.
import wasm from "./wasm.mjs";

// scripts/make-bindings puts in the place of the next line what the library's headers declare.
// @MADE@

export const sm = {}, sm3 = {};
export default { sm, sm3 };

const split = (name) => [name.toLowerCase().startsWith("sm_") ? sm : sm3, name.slice(name.indexOf("_") + 1)];
const dotted = (name) => name.replace("_", ".");
const publish = (name, value) => { const [space, short] = split(name); space[short] = value; };
const shown = (value) => typeof value === "string" ? `'${value}'` : Array.isArray(value) ? "a list" :
  typeof value === "object" && value !== null ? "an object" : String(value);
const fail = (where, expected, value) => { throw new TypeError(`${where}: expected ${expected}, found ${shown(value)}`); };

// ---- Memory of the library ------------------------------------------------------------------------------------------

let C, memory;
const view = () => memory.buffer === C.memory.buffer ? memory : (memory = new DataView(C.memory.buffer)); // it may have grown

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
const register = (fn, where) => typeof fn === "function" ? functions.push(fn) - 1 : fail(where, "a function", fn);

// ---- Numbers and structs: how each is written to memory, and read -----------------------------------------------------

const whole = (low, high) => (value, where) =>
  Number.isInteger(value) && value >= low && value <= high ? value : fail(where, `a whole number from ${low} to ${high}`, value);
const number = (value, where) => typeof value === "number" ? value : fail(where, "a number", value);
const bool = (value, where) => typeof value === "boolean" ? value : fail(where, "true or false", value);
const int = whole(-(2 ** 31), 2 ** 31 - 1), unsigned = whole(0, 2 ** 32 - 1);
const big = (value, where) => typeof value === "bigint" && value >= 0n && value < 1n << 64n ? value
  : BigInt(whole(0, Number.MAX_SAFE_INTEGER)(value, where));
const small = (value) => value <= Number.MAX_SAFE_INTEGER ? Number(value) : value; // a BigInt only if it must be one

// size, check, write, read
const kinds = {
  float: [4, number, (at, v) => view().setFloat32(at, v, true), (at) => view().getFloat32(at, true)],
  double: [8, number, (at, v) => view().setFloat64(at, v, true), (at) => view().getFloat64(at, true)],
  int: [4, int, (at, v) => view().setInt32(at, v, true), (at) => view().getInt32(at, true)],
  unsigned: [4, unsigned, (at, v) => view().setUint32(at, v, true), (at) => view().getUint32(at, true)],
  uint64_t: [8, big, (at, v) => view().setBigUint64(at, v, true), (at) => small(view().getBigUint64(at, true))],
  bool: [1, bool, (at, v) => view().setUint8(at, v ? 1 : 0), (at) => view().getUint8(at) !== 0],
  "unsigned char": [1, whole(0, 255), (at, v) => view().setUint8(at, v), (at) => view().getUint8(at)],
};
kinds.uint32_t = kinds.size_t = kinds.unsigned;
const structs = {};

const size_of = (kind) => structs[kind]?.size ?? kinds[kind][0];
function write(kind, at, value, where) {
  if (structs[kind]) structs[kind].write(at, value, where);
  else kinds[kind][2](at, kinds[kind][1](value, where));
}
const read = (kind, at) => structs[kind] ? structs[kind].read(at) : kinds[kind][3](at);
function place(kind, value, where) {
  const at = take(size_of(kind));
  write(kind, at, value, where);
  return at;
}
function place_list(kind, value, where, at) {
  if (!(Array.isArray(value) || ArrayBuffer.isView(value))) fail(where, `a list of ${dotted(kind)}`, value);
  const size = size_of(kind);
  at ??= take(size * value.length);
  for (let i = 0; i < value.length; i++) write(kind, at + i * size, value[i], `${where}[${i}]`);
  return at;
}
const read_list = (kind, at, count) => Array.from({ length: count }, (_, i) => read(kind, at + i * size_of(kind)));

// What is recorded in memory that a struct points to, a trace for one, is read into the given object after the call.
const write_field = {
  value(at, [, , kind, count], value, where) {
    if (count === 1) return write(kind, at, value, where);
    if (value?.length > count) throw new RangeError(`${where}: expected at most ${count}, found ${value.length}`);
    place_list(kind, value, where, at);
  },
  maybe(at, [name, , kind], value, where) {
    const to = place(kind, value, where);
    view().setUint32(at, to, true);
    if (name === "trace") after.push(() => Object.assign(value, read(kind, to)));
  },
  list(at, [, , kind], value, where) {
    const to = place_list(kind, value, where);
    view().setUint32(at, to, true);
  },
  call(at, [, , kind], value, where) {
    view().setUint32(at, C.js_call(CALLS.findIndex(([name]) => name === kind)), true);
    return register(value, where);
  },
};
let after = []; // what remains to be read when the call is done

for (const [struct, fields, offsets, size] of STRUCTS) {
  const by_name = Object.fromEntries(fields.map((field, i) => [field[0], [field, offsets[i]]]));
  const names = fields.filter(([, kind]) => kind !== "hidden").map(([name]) => name);
  structs[struct] = {
    size,
    write(at, value, where) {
      if (typeof value !== "object" || value === null) fail(where, `${dotted(struct)}: an object or a list of its fields`, value);
      new Uint8Array(C.memory.buffer, at, size).fill(0);
      const is_list = Array.isArray(value) || ArrayBuffer.isView(value);
      for (const key in value) {
        const name = is_list ? names[key] : key, given = value[key];
        if (!names.includes(name)) throw new TypeError(`${where}: ${dotted(struct)} has no field ${key}, but ${names.join(", ")}`);
        const [field, offset] = by_name[name];
        if (given === null || (given === undefined && field[1] !== "value")) continue; // not the value of a misspelt name
        const context = write_field[field[1]](at + offset, field, given, `${where}.${name}`);
        if (field[1] === "call") view().setUint32(at + by_name[field[3]][1], context, true);
        if (field[1] === "list") {
          const [counted, per] = field[3].split("/");
          view().setInt32(at + by_name[counted][1], Math.floor(given.length / (per ?? 1)), true);
        }
      }
    },
    read(at) {
      const value = {};
      for (const name of names) {
        const [[, kind, of, count], offset] = by_name[name];
        if (kind === "value") value[name] = count === 1 ? read(of, at + offset) : read_list(of, at + offset, count);
        else if (kind === "list")
          value[name] = read_list(of, view().getUint32(at + offset, true), view().getInt32(at + by_name[count.split("/")[0]][1], true));
      }
      return value;
    },
  };
  if (fields.some(([, kind]) => kind !== "value")) continue; // it has no copy of its own: a plain object is enough
  publish(struct, (...values) => freed(() => {
    const value = values.length === 1 && typeof values[0] === "object" ? values[0] : values;
    return read(struct, place(struct, value, dotted(struct)));
  }));
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
      const pointer = pointer_of(kind, this, "world.destroy");
      if (calling > 0) throw new Error("world.destroy: not while a function runs that the library calls");
      collected.unregister(this);
      this.pointer = null;
      C[destroy](pointer);
    }
  };
  publish(kind, worlds[kind]);
}

function pointer_of(kind, world, where) {
  if (!(world instanceof worlds[kind])) fail(where, `a world of ${dotted(kind)}_create`, world);
  if (world.pointer === null) throw new Error(`${where}: the world was destroyed`);
  return world.pointer;
}

// A world, a list of obstacles, or a function that returns a list of those in a box.
function place_obstacles(kind, value, where) {
  const at = take(size_of(kind));
  if (typeof value === "function") {
    const call = kind === "sm_obstacles" ? "sm_gather_fn" : "sm3_obstacles_fn";
    const words = { offer: 0, visit: 0, gather: 0, context: register(value, where) };
    words[kind === "sm_obstacles" ? "gather" : "visit"] = C.js_call(CALLS.findIndex(([name]) => name === call));
    STRUCTS.find(([name]) => name === kind)[1].forEach(([name], i) => view().setUint32(at + 4 * i, words[name], true));
  } else if (Array.isArray(value))
    C[`${kind}_of_list`](at, place(kind.replace("obstacles", "obstacle_array"), { obstacles: value }, where));
  else
    C[`${kind}_of_world`](at, pointer_of(kind.replace("obstacles", "world"), value, where));
  return at;
}

function returned_obstacles(kind, context, ...box) {
  const list = run(context, ...box) || [];
  try {
    return read_pointers(place_list(kind, list, "what the obstacles' function returned"), list.length, size_of(kind));
  } catch (error) {
    failure ??= { error };
    return [];
  }
}
const read_pointers = (at, count, size) => Array.from({ length: count }, (_, i) => at + i * size);

// The functions of JavaScript that the library calls, each with a context first.
const imports = {};
for (const [name, result, [, ...parameters]] of CALLS)
  imports[name] = (context, ...given) => {
    const values = parameters.map(([, kind, is_pointer], i) => is_pointer || structs[kind] ? read(kind, given[i]) :
      typeof given[i] === "bigint" ? small(BigInt.asUintN(64, given[i])) : given[i]);
    const answer = run(context, ...values);
    if (result === "bool") return (name.endsWith("accept") ? answer : answer !== false) ? 1 : 0;
  };
imports.sm_gather_fn = (context, low, high, visit, visitor) => freed(() => {
  for (const at of returned_obstacles("sm_obstacle", context, read("sm_vec2", low), read("sm_vec2", high)))
    C.__indirect_function_table.get(visit)(visitor, at);
});
imports.sm3_obstacles_fn = (context, region, visitor) => freed(() => {
  const { low, high, delta } = read("sm3_region", region);
  for (const at of returned_obstacles("sm3_obstacle", context, low, high, delta)) C.sm3_visit(visitor, at);
});

// ---- Functions --------------------------------------------------------------------------------------------------------

const text = new TextEncoder(), words = new TextDecoder();
// For each kind of parameter: what is passed to C for the given value, as a list.
const pass = {
  value: (kind, value, where) => [kind.endsWith("obstacles") ? place_obstacles(kind, value, where)
    : structs[kind] ? place(kind, value, where) : kinds[kind][1](value, where)],
  need: (kind, value, where) => [place(kind, value, where)],
  maybe(kind, value, where) {
    if (value === undefined || value === null) return [0];
    const at = place(kind, value, where);
    if (kind.endsWith("trace")) after.push(() => Object.assign(value, read(kind, at)));
    return [at];
  },
  state(kind, value, where) {
    const at = place(kind, value, where);
    after.push(() => Object.assign(value, read(kind, at)));
    return [at];
  },
  list: (kind, value, where) => [place_list(kind, value, where), value.length],
  handle: (kind, value, where) => [pointer_of(kind, value, where)],
  changed(kind, value, where) {
    if (calling > 0) throw new Error(`${where}: a world cannot change while a function runs that the library calls`);
    return [pointer_of(kind, value, where)];
  },
  call: (kind, value, where) => [C.js_call(CALLS.findIndex(([name]) => name === kind)), register(value, where)],
  string(_, value, where) {
    if (typeof value !== "string") fail(where, "a string", value);
    const bytes = text.encode(value + "\0"), at = take(bytes.length);
    new Uint8Array(C.memory.buffer, at, bytes.length).set(bytes);
    return [at];
  },
};

function c_string(at) {
  const bytes = new Uint8Array(C.memory.buffer, at);
  return words.decode(bytes.subarray(0, bytes.indexOf(0)));
}

function add_function(name, [result, of], parameters) {
  const called = dotted(name);
  const given = parameters.filter(([, kind]) => kind !== "out" && kind !== "room");
  const passes = given.map(([p, kind, type]) => (value) => pass[kind](type, value, `${called}: ${p}`));
  const [, last, last_of] = parameters.at(-1);
  const ask = (start, passed) => {
    const answer = C[name](...passed);
    if (failure !== null) {
      const { error } = failure;
      failure = null;
      throw error;
    }
    after.forEach((finish) => finish());
    if (last === "out") return answer ? read(last_of, passed.at(-1)) : null;
    if (result === "handle") return new worlds[of](answer);
    if (result === "string") return answer ? c_string(answer) : null;
    if (result === "list") return read_list(of, answer, C[name.replace(/_[a-z]+$/, "_count")](passed[0]));
    if (result === "change" && answer !== 0)
      throw new RangeError(`${called}: ${answer === 1 ? "there is no memory" : "nothing has that number, or an index is beyond its array"}`);
    if (result === "change" || of === "void") return undefined;
    return start !== null ? read(of, start) : of === "bool" ? answer !== 0 : answer;
  };
  const fn = (...values) => freed(() => {
    if (values.length > given.length)
      throw new TypeError(`${called}: expected no more than (${given.map(([p]) => p).join(", ")})`);
    const outer = after;
    after = [];
    try {
      const start = result === "value" && structs[of] ? take(size_of(of)) : null;
      const passed = start === null ? [] : [start];
      for (let i = 0; i < passes.length; i++) passed.push(...passes[i](values[i]));
      if (last === "out") passed.push(take(size_of(last_of)));
      if (last !== "room") return ask(start, passed);
      for (let capacity = 32; ; ) {
        const at = take(capacity * size_of(last_of)), count = ask(null, [...passed, at, capacity]);
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
room = top = C.malloc(ROOM);
