// A character walks up a winding stair in 3D: node walk.mjs
import { sm, sm3 } from "slidemove";

const STEPS = 40, RISE = 0.25;
const around = (angle, radius, y) => [radius * Math.cos(angle), y, radius * Math.sin(angle)];

// Ground, and steps as two triangles each, with the face before them.
const world = sm3.world_create([
  sm3.face([-9, 0, -9], [-9, 0, 9], [9, 0, 9]),
  sm3.face([-9, 0, -9], [9, 0, 9], [9, 0, -9]),
]);
for (let i = 1; i <= STEPS; i++) {
  const from = i * 0.2, to = from + 0.2, y = i * RISE;
  const corners = [around(from, 2, y), around(from, 5, y), around(to, 5, y), around(to, 2, y)];
  const foot = [around(from, 2, y - RISE), around(from, 5, y - RISE)];
  for (const [a, b, c] of [[0, 1, 2], [0, 2, 3]]) world.add({ shape: sm3.face(corners[a], corners[b], corners[c]) });
  world.add({ shape: sm3.face(foot[0], foot[1], corners[1]) });
  world.add({ shape: sm3.face(foot[0], corners[1], corners[0]) });
}

const hero = sm.character({ position: around(-0.2, 3.5, 0.1) });
const body = { a: [0, 0.3, 0], b: [0, 1.2, 0], radius: 0.3 }; // its feet are at its position
const settings = { step_height: 0.3 };
for (let tick = 0; tick < 60 * 15 && hero.position.y < STEPS * RISE - 0.01; tick++) {
  const { x, z } = hero.position, radius = Math.hypot(x, z);
  const inward = (radius - 3.5) * 4; // back to the middle of the stair
  const walk = [-z / radius * 2.5 - x / radius * inward, 0, x / radius * 2.5 - z / radius * inward];
  sm3.character_move(hero, settings, body, world, walk, false, 1 / 60);
  if (tick % 60 === 0)
    console.log(`${tick / 60} s: ${hero.position.y.toFixed(2)} high, ${"#".repeat(Math.max(0, hero.position.y * 5))}`);
}
console.log(`${hero.position.y.toFixed(2)} high: ${hero.on_floor ? "on" : "off"} the stair`);
if (hero.position.y < STEPS * RISE - 0.05) throw new Error("it did not come up");
