-- A small platformer for LÖVE: arrow keys or A D walk, space jumps, R starts again. Put slidemove.lua and
-- libslidemove.so.0 of build/bindings/lua beside this file, and start it with: love .
local sm = require("slidemove").sm

local SCALE, GROUND = 40, 560 -- pixels a world unit; where y is 0. Up is up in the world, down on the screen
local hills = {{-2, 12}, {-1, 0}, {4, 0}, {7, 1.5}, {9, 1.5}, {9, 1.75}, {10, 1.75}, {10, 2}, {13, 2}, {13, 0}, {18, 0}, {20, 2}, {21, 12}}
local planks = {{{2, 3.5}, {5, 3.5}}, {{14, 4.5}, {17, 4.5}}} -- one-way: from below one jumps through
local body = sm.hull_of_capsule{a = {0, 0.3}, b = {0, 0.9}, radius = 0.3} -- around its feet
local world, lift, hero, time

function love.load()
    love.window.setTitle("slidemove")
    local walls = {}
    for i = 2, #hills do walls[i - 1] = sm.segment(hills[i - 1], hills[i]) end
    world = sm.world_create(walls)
    for _, plank in ipairs(planks) do world:add{shape = {plank[2], plank[1]}, oneway = true} end
    lift = world:add{shape = {{10.5, 2.5}, {12.5, 2.5}, 0.1}}
    hero, time = sm.character{position = {2, 1}}, 0
end

local function down(...) return love.keyboard.isDown(...) end

function love.update(seconds)
    seconds = math.min(seconds, 1 / 20)
    time = time + seconds
    local height = 4 + 1.5 * math.sin(time)
    world:rest()
    world:move(lift, {{10.5, height}, {12.5, height}, 0.1}) -- it carries what stands on it
    local walk = (down("right", "d") and 5 or 0) - (down("left", "a") and 5 or 0)
    sm.character_move(hero, {step_height = 0.3}, body, world, {walk, 0}, down("space", "up", "w"), seconds)
end

local function screen(x, y) return (x + 2) * SCALE * 0.87, GROUND - y * SCALE * 0.87 end

function love.draw()
    love.graphics.clear(0.09, 0.1, 0.13)
    love.graphics.setLineWidth(3)
    for number, wall in ipairs(world:capsules()) do
        local ax, ay = screen(wall.a.x, wall.a.y)
        local moves = number - 1 == lift
        love.graphics.setColor(moves and {0.95, 0.7, 0.3} or {0.6, 0.68, 0.8})
        love.graphics.line(ax, ay, screen(wall.b.x, wall.b.y))
    end
    love.graphics.setColor(0.9, 0.35, 0.35)
    local x, y = screen(hero.position.x, hero.position.y)
    love.graphics.rectangle("fill", x - 10, y - 42, 20, 42, 10)
    love.graphics.setColor(1, 1, 1)
    love.graphics.print(hero.on_floor and "on the floor" or "in the air", 16, 16)
end

function love.keypressed(key)
    if key == "r" then love.load() elseif key == "escape" then love.event.quit() end
end
