"""Five rules walk the same way, and each leaves its path in a picture: python3 walk.py [walk.svg]"""
import math
import sys

from slidemove import sm

# A ring in many pieces, and round pillars in it.
ring = [(10 * math.cos(a), 6 * math.sin(a)) for a in (2 * math.pi * i / 60 for i in range(61))]
walls = [sm.segment(a, b) for a, b in zip(ring, ring[1:])]
walls += [sm.circle((x, y), 0.8) for x in (-5, 0, 5) for y in (-2, 2)]
world = sm.world_create(walls)
disk = sm.hull_of_capsule(sm.circle((0, 0), 0.4))


def walk(resolver):
    """A path of 600 ticks in wide circles, pressed on what is in the way."""
    path = [sm.vec2(-8, 0)]
    for tick in range(600):
        angle = tick / 60
        delta = (0.12 * math.cos(angle), 0.12 * math.sin(angle))
        moved = sm.slide_move(path[-1], delta, disk, world, {"resolver": resolver})
        path.append(moved.position)
    return path


colours = {"deepest": "#4f8fe8", "last": "#e8a33d", "first": "#59b36a", "shallowest": "#b565c9", "sweep": "#e05252"}
picture = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="-11 -7 22 14" width="880" height="560">',
           '<rect x="-11" y="-7" width="22" height="14" fill="#14161c"/>',
           '<g transform="scale(1 -1)" fill="none" stroke-linecap="round">']
for wall in world.capsules():
    width = max(0.06, 2 * wall.radius)
    picture.append(f'<path d="M{wall.a.x} {wall.a.y}L{wall.b.x} {wall.b.y}" stroke="#8492a8" stroke-width="{width}"/>')
for name, colour in colours.items():
    path = walk(sm.resolver_from_name(name))
    points = " ".join(f"{at.x:.3f},{at.y:.3f}" for at in path)
    picture.append(f'<polyline points="{points}" stroke="{colour}" stroke-width="0.05"/>')
    length = sum(math.dist(a, b) for a, b in zip(path, path[1:]))
    print(f"{name:10} ends at {path[-1].x:6.2f} {path[-1].y:6.2f} after {length:.2f}")
picture += ["</g>"] + [f'<text x="{-10.4 + 4 * i}" y="-6.2" font-size="0.6" fill="{colour}">{name}</text>'
                       for i, (name, colour) in enumerate(colours.items())] + ["</svg>"]
with open(sys.argv[1] if len(sys.argv) > 1 else "walk.svg", "w") as file:
    file.write("\n".join(picture))
