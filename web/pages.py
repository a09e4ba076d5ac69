#!/usr/bin/python3
"""Makes the web pages that teach: docs/*.md, and a page a lesson around the live sandbox.

Usage: web/pages.py SITE PROGRAM. Everything comes from the files that the program and the repository show: a lesson's
text from its level, its picture (for who has no JavaScript) from `slidemove render`, the controls below it from its
statements. A document that names a lesson has it, too: first its picture, and on a click the live sandbox."""
import html
import itertools
import os
import pathlib
import re
import subprocess
import sys

import markdown

TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - slidemove</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}text.css">
<script defer src="{root}live.js"></script>
</head>
<body>
<nav><a href="{root}index.html">sandbox</a> <a href="{root}docs/index.html">docs</a> <a href="{root}lessons/index.html">lessons</a>
<a href="{root}reference/index.html">reference</a></nav>
<main>
{body}
</main>
</body>
</html>
"""


def write(path, root, title, body):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEMPLATE.format(title=html.escape(title), root=root, body=body))


RESOLVERS = ("deepest", "last", "first", "shallowest", "sweep")  # in the program's order

# The sliders of a lesson's page: the name of the setting, its label, and what in the level's text asks for it. Those of a
# player that walks with gravity come first.
WALKING = (("step-height", "Step", r"\bsteps?\b|\bstairs\b"), ("slope", "Steepest floor", r"\bslopes?\b|\bsteep"), ("jump", "Jump", r"\bjump"),
           ("snap", "Snap to the floor", ""))
MOVING = (("speed", "Speed", r"^speed |\[(\[|\])\]|\bspeed\b|\bfast"), ("pushes", "Pushes", r"\[Pg|\bpushes\b"), ("radius", "Radius", ""))


def keys_shown(words):
    """`[W]` in a lesson's text is a key."""
    return re.sub(r"\[(\]|[^\]]+)\]", r"<kbd>\1</kbd>", html.escape(words))


class Lesson:
    def __init__(self, path):
        self.path = path
        self.folder = path.parent.name
        self.number = path.stem.split("-")[0]
        self.source = path.read_text()
        if path.suffix == ".svg":
            self.statements = [["title", re.search("<title[^>]*>([^<]*)", self.source)[1]]]
            self.statements += re.findall('data-slidemove="(\\w+)">([^<]*)', self.source)
        else:
            self.statements = [line.split(None, 1) for line in self.source.splitlines() if " " in line.strip()]
        self.title, self.section = self.all("title")[0], self.all("section")[0]

    def all(self, kind):
        return [words for name, words in self.statements if name == kind]

    @property
    def name(self):
        return f"{self.folder}-{self.number}.html"

    @property
    def link(self):
        if self.folder == "levels":
            return "playground"
        return f"lesson={self.number}" + ("&3d" if self.folder == "lab3" else "")


def live_figure(lesson, root, when):
    """The lesson's picture, where the live sandbox stands once it is `seen` or `clicked`, and its controls."""
    title, link = html.escape(lesson.title), html.escape(lesson.link)
    walks = lesson.all("gravity") == ["on"] or (lesson.folder == "lab3" and lesson.all("gravity") != ["off"])
    asked = [slider for slider in (WALKING if walks else MOVING) if re.search(slider[2], lesson.source, re.M | re.I)]
    sliders = "".join(f'<label>{label} <input type="range" min="0" max="1" step="0.005" data-setting="{name}"><output></output></label>'
                      for name, label, _ in asked[:2 if walks else 1])
    own = (lesson.all("resolver") or ["deepest"])[0]
    ghost = next((name for name in " ".join(lesson.all("ghosts")).split() if name in RESOLVERS),
                 "sweep" if own != "sweep" else "deepest")
    options = "".join(f'<option value="{i}"{" selected" if name == own else ""}>{name}</option>' for i, name in enumerate(RESOLVERS))
    methods = (f'<label>Resolver <select data-setting="resolver">{options}</select></label>'
               f'<label><input type="checkbox" data-setting="ghosts" data-argument="{RESOLVERS.index(ghost)}"> Ghost: {ghost}</label>')
    explores = '<button data-command="explore">Explore</button>' if "-explore-" in lesson.path.name else ""
    return (f'<figure class="live" data-when="{when}" data-sandbox="{root}index.html?bare#{link}">'
            f'<div class="stage"><img src="{root}lessons/{lesson.name[:-5]}.png" alt="{title}" width="960" height="540">'
            f'<button class="cover"><span>{"Click to play with it" if when == "seen" else "Play with it here"}</span></button></div>'
            f'<figcaption class="controls"><button data-command="reset">Again</button><button data-command="pause">Pause</button>'
            f'<button data-command="why">Why?</button>{explores}{"" if walks else methods}{sliders}'
            f'<a href="{root}index.html#{link}">Open full</a></figcaption></figure>')


def lesson_body(lesson, before, after):
    title = html.escape(lesson.title)
    parts = [f"<p class=section>{html.escape(lesson.place)}</p><h1>{title}</h1>"]
    parts += [f"<p{' class=keyboard' if '[' in words else ''}>{keys_shown(words)}</p>" for words in lesson.all("text")]
    parts.append(live_figure(lesson, "../", "seen"))
    tries = "".join(f"<li>{keys_shown(words)}</li>" for words in lesson.all("try"))
    parts.append(f'<h2>Try this</h2><ol class="keyboard">{tries}</ol><p class="fingers">Click in, drag the shape with a finger, and use '
                 "the controls below the picture. With a keyboard, this page names the keys of each step.</p>" if tries else "")
    parts.append(f"<details><summary>The level</summary><pre>{html.escape(lesson.source)}</pre></details>")
    around = [f'<a href="{other.name}">{words}: {html.escape(other.title)}</a>'
              for other, words in ((before, "before"), (after, "next")) if other is not None]
    parts.append(f"<p class=around>{' '.join(around)}</p>")
    return "\n".join(parts)


def make_lessons(site, program):
    """Returns the lessons by their paths."""
    paths = [path for folder in ("", "lab", "lab3") for path in sorted(pathlib.Path("levels", folder).glob("*.*"))]
    lessons = [Lesson(path) for path in paths if path.suffix in (".level", ".svg")]
    chapters = list(dict.fromkeys(lesson.section for lesson in lessons))
    lessons.sort(key=lambda lesson: chapters.index(lesson.section))
    for i, lesson in enumerate(lessons):
        lesson.place = f"{lesson.section}: lesson {i + 1} of {len(lessons)}"
        body = lesson_body(lesson, lessons[i - 1] if i > 0 else None, lessons[i + 1] if i + 1 < len(lessons) else None)
        write(site / "lessons" / lesson.name, "../", lesson.title, body)
        subprocess.run([program, "render", str(lesson.path), "-o", str(site / "lessons" / lesson.name).replace(".html", ".png"),
                        "--size", "960x540"], check=True)
    index = "<h1>Lessons</h1>"
    for section, group in itertools.groupby(lessons, key=lambda lesson: lesson.section):
        cards = "".join(f'<a href="{lesson.name}"><img src="{lesson.name[:-5]}.png" alt="" loading="lazy">'
                        f"{html.escape(lesson.title)}</a>" for lesson in group)
        index += f'<h2>{html.escape(section)}</h2><div class="cards">{cards}</div>'
    write(site / "lessons" / "index.html", "../", "Lessons", index)
    return {str(lesson.path): lesson for lesson in lessons}


def name_in_docs(path):
    if path.name == "README.md":
        return "index.html"
    return {".md": path.stem + ".html", ".png": path.name, ".webp": path.name}.get(path.suffix, path.name + ".html")


def with_live_levels(body, lessons):
    """A lesson that a paragraph names stands below it, once on a page."""
    shown = set()

    def follow(paragraph):
        named = [path for path in re.findall(r"levels/lab3?/[\w-]+\.(?:level|svg)", paragraph[0]) if path in lessons and path not in shown]
        shown.update(named[:1])
        return paragraph[0] + "".join(live_figure(lessons[path], "../", "clicked") for path in named[:1])

    return re.sub(r"<p>(?:(?!</p>).)*</p>", follow, body, flags=re.S)


def make_docs(site, lessons):
    """The documents, and every file of the repository that they lead to."""
    wanted = [pathlib.Path("README.md"), *sorted(pathlib.Path("docs").glob("*.md"))]

    def follow(path, link):
        target = pathlib.Path(os.path.normpath(path.parent / link[1]))
        if not target.is_file():
            return link[0]
        if target.parts[:2] == ("web", "reference"):  # which doxygen makes
            return "](../reference/index.html)"
        if target not in wanted:
            wanted.append(target)
        return f"]({name_in_docs(target)}{link[2] or ''})"

    for path in wanted:  # which grows meanwhile
        place = site / "docs" / name_in_docs(path)
        if place.suffix != ".html":
            place.write_bytes(path.read_bytes())
            continue
        text = path.read_text()
        title, body = path.name, f"<h1>{path.name}</h1><pre>{html.escape(text)}</pre>"
        if path.suffix == ".md":
            title = text.splitlines()[0].lstrip("# ")
            text = re.sub(r"\]\(([^)#:]+)(#[\w-]+)?\)", lambda link: follow(path, link), text)
            body = with_live_levels(markdown.markdown(text, extensions=["tables", "fenced_code", "toc"]), lessons)
        write(place, "../", title, body)


lessons_by_path = make_lessons(pathlib.Path(sys.argv[1]), sys.argv[2])
make_docs(pathlib.Path(sys.argv[1]), lessons_by_path)
