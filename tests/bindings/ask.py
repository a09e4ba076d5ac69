"""ask.py QUESTIONS ANSWERS MISTAKES: asks what questions.c asks. `ask.py bench` prints how many moves a second Python makes."""
import array
import re
import sys
import time

from slidemove import sm, sm3


def bench():
    world = sm.world_create([sm.segment((i, 0), (i + 1, 0)) for i in range(100)])
    disk, options = sm.hull_of_capsule(sm.circle((0, 0), 0.5)), sm.options(resolver=sm.SWEEP)
    position, delta, moves, start = sm.vec2(0, 1), sm.vec2(0.1, -0.1), 50000, time.process_time()
    for _ in range(moves):
        position = sm.slide_move(position, delta, disk, world, options).position
        if position.x > 99:
            position = sm.vec2(0, 1)
    print(round(moves / (time.process_time() - start)))


def answer(value):
    if hasattr(value, "__len__"):
        if isinstance(value, list):
            answers.append(len(value))
        for element in value:
            answer(element)
    else:
        answers.append(1e300 if value != value else 0.0 if value is None else float(value))


def broken(*_):
    raise RuntimeError("an error of the game")


if sys.argv[1] == "bench":
    sys.exit(bench())
answers = array.array("d")
known = {"sm": sm, "sm3": sm3, "none": None, "true": True, "false": False, "broken": broken,
         "even": lambda number, user: (number + user) % 2 == 0, "tell": lambda obstacle: answer(obstacle.number)}
for line in open(sys.argv[1]):
    name, text = line.rstrip("\n").split("\t")
    if name:
        known[name] = eval(text, known)
    else:
        try:
            answer(eval(text, known))
        except LookupError:
            answer(2)  # SM_NO_SUCH_THING
answers.tofile(open(sys.argv[2], "wb"))
for line in open(sys.argv[3]):
    text, expected = re.split("\t+", line.rstrip("\n"))
    try:
        said = eval(text, known)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    if not re.search(expected, str(said)):
        sys.exit(f"python: {text}: expected '{expected}', found '{said}'")
