-- slidemove for LuaJIT and LÖVE, through LuaJIT's FFI. docs/bindings.md says how to use it.
--
-- Names are those of C with a dot: sm_slide_move is sm.slide_move, SM_SWEEP is sm.SWEEP, sm3_sphere is sm3.sphere.
-- A struct is given as one (sm.vec2(1, 2)) or as a table of its fields ({x = 1, y = 2} or {1, 2}); fields left out are 0.
-- This file checks what is given, and turns it into what C takes. scripts/make-bindings puts in the place of the next line
-- what the library's headers declare: `made`.
-- @MADE@

local ffi = require "ffi"
local here = debug.getinfo(1, "S").source
local spaces = {sm = {}, sm3 = {}, fields = {}} -- fields: of each struct, by its name in C

-- An error points to the line outside of this file.
local function fail(...)
    local level = 2
    while (debug.getinfo(level, "S") or {}).source == here do level = level + 1 end
    error(table.concat({...}), level)
end

local function open_library()
    local name = ({Windows = "slidemove.dll", OSX = "libslidemove.dylib"})[ffi.os] or "libslidemove.so.0"
    local places = {(here:match("^@(.*[/\\])") or "./") .. name, name} -- beside this file; where the system looks
    if love and love.filesystem then -- in the game's folder; beside a fused game
        table.insert(places, 1, love.filesystem.getSource() .. "/" .. name)
        table.insert(places, 2, love.filesystem.getSourceBaseDirectory() .. "/" .. name)
    end
    local said
    for _, place in ipairs(places) do
        local is_there, library = pcall(ffi.load, place)
        if is_there then return library end
        said = library
    end
    error("slidemove: the library was not found as " .. table.concat(places, ", nor as ") .. ": " .. said)
end

ffi.cdef(made.cdef)
local C = open_library()

local function dotted(name) return (name:gsub("^(sm3?)_", "%1.")) end
local function publish(name, value)
    local space, short = name:lower():match("^(sm3?)_"), name:match("_(.*)")
    spaces[space][short] = value
end

-- ---- What C keeps: functions that it calls, and memory that a struct points to ---------------------------------

local kept = setmetatable({}, {__mode = "k"}) -- by the struct that points to it
local registered, last = {}, 0 -- functions by the context that C passes; the last context
local calling, failure = 0, nil -- how many of these run; the first error in one

local function register(fn)
    last = last + 1
    registered[last] = fn
    return ffi.cast("void *", last)
end

local function release(context) registered[tonumber(ffi.cast("intptr_t", context))] = nil end

local function run(context, ...)
    calling = calling + 1
    local is_done, answer = pcall(registered[tonumber(ffi.cast("intptr_t", context))], ...)
    calling = calling - 1
    if is_done then return answer end
    failure = failure or {answer}
    return false
end

local function rethrow()
    local said = failure[1]
    failure = nil
    error(said, 0)
end

-- One function of C for each kind of call. LuaJIT cannot be called with a struct by value: those kinds are missing.
local callbacks = {
    sm_obstacle_fn = function(context, o) return run(context, ffi.new("sm_obstacle", o[0])) ~= false end,
    sm3_obstacle_fn = function(context, o) return run(context, ffi.new("sm3_obstacle", o[0])) ~= false end,
    sm_filter_accept = function(context, obstacle, user) return not not run(context, obstacle, user) end,
    sm_progress_tell = function(context, done, total)
        return run(context, tonumber(done), tonumber(total)) ~= false
    end,
}
for name, fn in pairs(callbacks) do callbacks[name] = ffi.cast(name .. " *", fn) end

-- ---- What is given: to[type](value, where) returns it as C takes it, or fails ----------------------------------

local to = {}

local function shown(value)
    if value == nil then return "nothing" end
    if type(value) == "string" then return "the string '" .. value .. "'" end
    return type(value) == "table" and "a table" or tostring(value)
end

local function whole(low, high)
    return function(value, where)
        if type(value) == "number" and value >= low and value <= high and value % 1 == 0 then return value end
        fail(where, ": expected a whole number from ", low, " to ", high, ", found ", shown(value))
    end
end

function to.double(value, where)
    return type(value) == "number" and value or fail(where, ": expected a number, found ", shown(value))
end

function to.bool(value, where)
    if type(value) == "boolean" then return value end
    fail(where, ": expected true or false, found ", shown(value))
end

to.float = to.double
to.int, to.unsigned, to.uint32_t = whole(-2 ^ 31, 2 ^ 31 - 1), whole(0, 2 ^ 32 - 1), whole(0, 2 ^ 32 - 1)
to["unsigned char"], to.number = whole(0, 255), whole(0, 2 ^ 53)
function to.uint64_t(value, where) return ffi.istype("uint64_t", value) and value or to.number(value, where) end

local function list_of(kind, value, where)
    if type(value) ~= "table" then fail(where, ": expected a list of ", dotted(kind), ", found ", shown(value)) end
    local array = ffi.new(kind .. "[?]", #value)
    for i = 1, #value do
        local element = to[kind](value[i], where .. "[" .. i .. "]")
        array[i - 1] = element
        if kept[element] then kept[array] = {kept[array], kept[element]} end
    end
    return array, #value
end

local function set_pointer(struct, kind, name, pointer)
    ffi.cast("void **", ffi.cast("char *", struct) + ffi.offsetof(kind, name))[0] = ffi.cast("void *", pointer)
end

local function keep(struct, thing) kept[struct] = {kept[struct], thing} end

-- How a field of each kind is set; `extra` is what the headers say beside its type.
local set = {}

function set.value(struct, _, name, kind, length, value, where)
    if length > 1 then
        local array, count = list_of(kind, value, where)
        if count > length then fail(where, ": expected at most ", length, ", found ", count) end
        ffi.copy(struct[name], array, count * ffi.sizeof(kind))
    else
        local field = to[kind](value, where)
        struct[name] = field
        if kept[field] then keep(struct, field) end
    end
end

function set.list(struct, of, name, kind, count_field, value, where)
    local array, count = list_of(kind, value, where)
    local counted, per = count_field:match("^(.-)/?(%d*)$")
    struct[counted] = math.floor(count / (tonumber(per) or 1))
    set_pointer(struct, of, name, array)
    keep(struct, array)
end

function set.maybe(struct, of, name, kind, _, value, where)
    local field = to[kind](value, where)
    set_pointer(struct, of, name, field)
    keep(struct, field)
end

function set.call(struct, of, name, kind, context_field, value, where)
    if type(value) ~= "function" then fail(where, ": expected a function, found ", shown(value)) end
    local context = register(value)
    set_pointer(struct, of, name, callbacks[kind])
    set_pointer(struct, of, context_field, context)
    keep(struct, ffi.gc(ffi.new("char[1]"), function() release(context) end))
end

local function text_of(fields)
    return function(struct)
        local words = {}
        for i, field in ipairs(fields) do words[i] = field[1] .. " = " .. tostring(struct[field[1]]) end
        return "{" .. table.concat(words, ", ") .. "}"
    end
end

for _, row in ipairs(made.structs) do
    local kind, fields, by_key, names = row[1], {}, {}, {}
    for _, field in ipairs(row[2]) do
        if field[2] ~= "hidden" then
            fields[#fields + 1], names[#names + 1] = field, field[1]
            by_key[#fields], by_key[field[1]] = field, field
        end
    end
    spaces.fields[kind] = fields
    local ctype = ffi.metatype(kind, {__tostring = text_of(fields)})
    to[kind] = function(value, where)
        if ffi.istype(ctype, value) then return value end
        if type(value) ~= "table" then fail(where, ": expected ", dotted(kind), " or a table, found ", shown(value)) end
        local struct = ctype()
        for key, given in pairs(value) do
            local field = by_key[key]
            if not field then
                fail(where, ": ", dotted(kind), " has no field ", tostring(key), ", but ", table.concat(names, ", "))
            end
            set[field[2]](struct, kind, field[1], field[3], field[4], given, where .. "." .. field[1])
        end
        return struct
    end
    publish(kind, function(first, ...)
        local is_table = select("#", ...) == 0 and (type(first) == "table" or ffi.istype(ctype, first))
        return to[kind](is_table and first or {first, ...}, dotted(kind))
    end)
end

-- ---- Worlds ------------------------------------------------------------------------------------------------------

local worlds = {sm_world = {}, sm3_world = {}}

local function open_world(kind, pointer)
    if pointer == nil then fail(dotted(kind), "_create: there is no memory, or the progress was given up") end
    local world = {pointer = ffi.gc(pointer, C[kind .. "_destroy"])}
    world.obstacles = C[kind:gsub("world", "obstacles") .. "_of_world"](pointer)
    return setmetatable(world, worlds[kind])
end

local function pointer_of(kind, world, where)
    if getmetatable(world) ~= worlds[kind] then fail(where, ": expected a world of ", dotted(kind), "_create, found ", shown(world)) end
    return world.pointer or fail(where, ": the world was destroyed")
end

for kind, methods in pairs(worlds) do
    methods.__index = methods
    function methods.destroy(world)
        local pointer = pointer_of(kind, world, "world:destroy")
        if calling > 0 then fail("world:destroy: not while a function runs that the library calls") end
        world.pointer, world.obstacles = nil, nil
        C[kind .. "_destroy"](ffi.gc(pointer, nil))
    end
    local source = kind:gsub("world", "obstacles")
    to[source] = function(value, where)
        if type(value) == "function" and kind == "sm3_world" then
            local struct = ffi.new(source)
            set.call(struct, source, "visit", "sm3_obstacles_fn", "context", value, where)
            return struct
        elseif type(value) == "table" and getmetatable(value) == nil then
            local array = to[kind:gsub("world", "obstacle_array")]({obstacles = value}, where)
            local struct = C[source .. "_of_list"](array)
            keep(struct, array)
            return struct
        end
        pointer_of(kind, value, where)
        return value.obstacles
    end
end

-- A game's own obstacles in 3D: a function that returns a list of those in a box.
callbacks.sm3_obstacles_fn = ffi.cast("sm3_obstacles_fn *", function(context, region, visitor)
    local list = run(context, ffi.new("sm3_vec", region.low), ffi.new("sm3_vec", region.high), ffi.new("sm3_vec", region.delta))
    local is_list, array, count = pcall(list_of, "sm3_obstacle", list or {}, "what the obstacles' function returned")
    if not is_list then failure = failure or {array} end
    for i = 0, is_list and count - 1 or -1 do C.sm3_visit(visitor, array + i) end
end)

-- ---- Functions: each is written out with the names of its parameters -------------------------------------------

-- `room` is a function that asks with a place for so many results, and returns how many there are.
local function fill(kind, ask)
    local array = ffi.new(kind .. "[?]", 32)
    local count = ask(array, 32)
    if count > 32 then
        array = ffi.new(kind .. "[?]", count)
        ask(array, count)
    end
    local list = {}
    for i = 1, count do list[i] = ffi.new(kind, array[i - 1]) end
    return list
end

local back = {
    value = function(result) return result end,
    string = function(result) return result ~= nil and ffi.string(result) or nil end,
    change = function(result, where)
        if result ~= 0 then fail(where, result == 1 and ": there is no memory" or ": nothing has that number, or an index is beyond its array") end
    end,
}

local function add_function(name, result, parameters)
    local given, made_of, passed, last, converters = {}, {}, {}, {}, {}
    local called, ending = dotted(name), "return back(result, where)"
    for i, parameter in ipairs(parameters) do
        local p, kind, of = unpack(parameter)
        local where = called .. ": " .. p
        local line = ("%s = to[%d](%s)"):format(p, i, p)
        passed[#passed + 1] = p
        if kind == "list" then
            converters[i] = function(value) return list_of(of, value, where) end
            line, passed[#passed + 1] = ("local %s_count %s, %s_count = to[%d](%s)"):format(p, p, p, i, p), p .. "_count"
        elseif kind == "call" then
            if not callbacks[of] then
                return publish(name, function() fail(called, ": LuaJIT cannot be called with what ", p, " takes") end)
            end
            converters[i] = function(value)
                return type(value) == "function" and register(value) or fail(where, ": expected a function, found ", shown(value))
            end
            passed[#passed], passed[#passed + 1] = "callbacks." .. of, p
            last[#last + 1] = "release(" .. p .. ")"
        elseif kind == "out" then
            line, ending = ("local %s = ffi.new('%s[1]')"):format(p, of), ("if result then return %s[0] end"):format(p)
        elseif kind == "room" then
            line, passed[#passed + 1] = ("return fill('%s', function(%s, capacity)"):format(of, p), "capacity"
            last[#last + 1], ending = "return result end)", ""
        elseif kind == "handle" or kind == "changed" then
            converters[i] = function(value)
                if kind == "changed" and calling > 0 then
                    fail(called, ": a world cannot change while a function runs that the library calls")
                end
                return pointer_of(of, value, where)
            end
        elseif kind == "maybe" then
            converters[i] = function(value) if value ~= nil then return to[of](value, where) end end
        elseif kind == "state" then
            converters[i] = function(value)
                return ffi.istype(of, value) and value or fail(where, ": expected one made by ", dotted(of), "{}, found ", shown(value))
            end
        elseif kind == "string" then
            converters[i] = function(value) return type(value) == "string" and value or fail(where, ": expected a string, found ", shown(value)) end
        else
            local convert = to[of]
            converters[i] = function(value) return convert(value, where) end
        end
        made_of[#made_of + 1] = line
        if kind ~= "out" and kind ~= "room" then given[#given + 1] = p end
    end
    local takes = table.concat(given, ", ")
    if result[1] == "list" then
        ending = ("return fill('%s', function(array, capacity) local count = C.%s(world); for i = 0, math.min(count, capacity) - 1 do array[i] = result[i] end return count end)")
            :format(result[2], name:gsub("_[a-z]+$", "_count"))
    end
    local code = ("local C, ffi, to, back, fill, release, callbacks, failed, too_many, where = ... return function(%s, ...) if ... ~= nil then too_many() end %s local result = C.%s(%s) if failed() then failed(true) end %s %s end")
        :format(takes, table.concat(made_of, " "), name, table.concat(passed, ", "), table.concat(last, " "), ending)
    local failed = function(now) if now then rethrow() end return failure end
    local fn = assert(loadstring(code, here))(C, ffi, converters, result[1] == "handle" and function(pointer)
        return open_world(result[2], pointer) end or back[result[1]], fill, release, callbacks, failed, function()
        fail(called, ": expected no more than (", takes, ")") end, called)
    jit.off(fn) -- compiled code must not call what may call back
    publish(name, fn)
    local kind, method = name:match("^(sm3?_world)_(.*)")
    if kind and method ~= "create" then worlds[kind][method] = fn end
end

for _, row in ipairs(made.functions) do add_function(unpack(row)) end
for _, row in ipairs(made.constants) do publish(row[1], tonumber(row[2]) or row[2]) end
for _, name in ipairs{"sm", "sm3"} do
    setmetatable(spaces[name], {__index = function(_, key) fail("slidemove: ", name, " has no ", tostring(key)) end})
end
return spaces
