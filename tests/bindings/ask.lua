-- luajit ask.lua QUESTIONS ANSWERS MISTAKES: asks what questions.c asks. `luajit ask.lua bench` prints moves a second.
local ffi, slidemove = require "ffi", require "slidemove"
local sm, sm3 = slidemove.sm, slidemove.sm3

local function bench()
    local wall = {}
    for i = 0, 99 do wall[i + 1] = sm.segment({i, 0}, {i + 1, 0}) end
    local world, disk = sm.world_create(wall), sm.hull_of_capsule(sm.circle({0, 0}, 0.5))
    local options, delta = sm.options{resolver = sm.SWEEP}, sm.vec2(0.1, -0.1)
    local position, moves, start = sm.vec2(0, 1), 200000, os.clock()
    for _ = 1, moves do
        position = sm.slide_move(position, delta, disk, world, options).position
        if position.x > 99 then position = sm.vec2(0, 1) end
    end
    print(math.floor(moves / (os.clock() - start)))
end
if arg[1] == "bench" then return bench() end

local answers = io.open(arg[2], "wb")
local function answer(value)
    if type(value) == "boolean" then value = value and 1 or 0 end
    if value == nil then value = 0 end
    if ffi.istype("uint64_t", value) then value = tonumber(value) end
    if type(value) == "number" then
        if value ~= value then value = 1e300 end
        answers:write(ffi.string(ffi.new("double[1]", value), 8))
    elseif type(value) == "table" then
        answer(#value)
        for _, element in ipairs(value) do answer(element) end
    else
        local name = tostring(ffi.typeof(value)):match("sm3?_[a-z0-9_]+")
        for _, field in ipairs(slidemove.fields[name]) do
            for i = 0, field[4] - 1 do answer(field[4] == 1 and value[field[1]] or field[4] > 1 and value[field[1]][i]) end
        end
    end
end

local known = {sm = sm, sm3 = sm3}
function known.even(number, user) return (number + tonumber(user)) % 2 == 0 end
function known.tell(obstacle) answer(obstacle.number) end
function known.broken() error("an error of the game") end
local function value_of(text)
    text = text:gsub("[%[%]]", {["["] = "{", ["]"] = "}"}):gsub('"([a-z_]+)":', "%1 =")
    return setfenv(assert(loadstring("return " .. text)), known)()
end

for line in io.lines(arg[1]) do
    local name, text = line:match("^(.-)\t(.*)")
    if name ~= "" then
        known[name] = value_of(text)
    else
        local is_answered, value = pcall(value_of, text)
        if not is_answered and not value:find("nothing has that number") then error(value) end
        answer(not is_answered and 2 or value) -- 2: SM_NO_SUCH_THING
    end
end
answers:close()
for line in io.lines(arg[3]) do
    local text, expected = line:match("^(.-)\t+(.*)")
    local is_answered, said = pcall(value_of, text)
    if is_answered or not tostring(said):find(expected) then
        error(("lua: %s: expected '%s', found '%s'"):format(text, expected, tostring(said)))
    end
end
