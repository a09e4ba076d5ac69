-- A character walks to the right over slopes and steps, and jumps where a wall stops it; its path is drawn with letters.
-- luajit walk.lua
local sm = require("slidemove").sm

local corners = {{0, 0}, {8, 0}, {14, 2}, {20, 2}, {20, 2.25}, {22, 2.25}, {22, 2.5}, {28, 2.5}, {28, 4}, {36, 4}, {40, 1}, {50, 1}}
local walls = {}
for i = 2, #corners do walls[#walls + 1] = sm.segment(corners[i - 1], corners[i]) end
local world = sm.world_create(walls)

local hero = sm.character{position = {1, 1, 0}}
local body = sm.hull_of_capsule{a = {0, 0.3}, b = {0, 0.9}, radius = 0.3} -- its feet are at its position
local path, jumps = {}, 0
for tick = 1, 60 * 12 do
    local jump = hero.blocker_count > 0 and hero.on_floor
    sm.character_move(hero, nil, body, world, {4, 0}, jump, 1 / 60)
    path[tick] = sm.vec2(hero.position.x, hero.position.y)
    if jump then
        jumps = jumps + 1
        print(("tick %d: a wall is in the way at %.2f, and it jumps"):format(tick, hero.position.x))
    end
end

-- Two letters a unit to the right, and one up.
local rows = {}
for y = 7, 0, -1 do
    local row = {}
    for x = 0, 99 do row[x] = " " end
    rows[y] = row
end
local function draw(x, y, letter)
    local row = rows[math.floor(y + 0.5)]
    if row and row[math.floor(2 * x)] then row[math.floor(2 * x)] = letter end
end
for _, wall in ipairs(walls) do
    for i = 0, 20 do draw(wall.a.x + (wall.b.x - wall.a.x) * i / 20, wall.a.y + (wall.b.y - wall.a.y) * i / 20 - 1, "#") end
end
for _, at in ipairs(path) do draw(at.x, at.y, "o") end
for y = 7, 0, -1 do print((table.concat(rows[y], "", 0):gsub(" +$", ""))) end
print("after 12 s it is at", hero.position)
assert(jumps > 0 and hero.position.x > 45)
