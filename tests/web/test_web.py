#!/usr/bin/python3
"""Drives the page in a real browser, as a person would: python3 tests/web/test_web.py SITE [PICTURES].

Every test ends by asking that the page has put no error on the browser's console. PICTURES is a folder for screenshots."""
import base64
import functools
import gzip
import hashlib
import html.parser
import http.server
import math
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

LOG = "/tmp/ticks"  # in the page's own file system: `--log` writes each tick there
# Notes when each of the program's frames began, and how long it took: milliseconds.
START = f"window.slidemoveArguments = ['--log', '{LOG}'];" + """window.drawn = [];
const later = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = work => later(time => {
    const start = performance.now();
    work(time);
    window.drawn.push([start, performance.now() - start]);
    window.first ??= window.drawn[0];
});"""
MOST_BYTES = 900_000  # before the first picture, compressed
LEVEL = "slidemove 1\ntitle {}\nplayer 0 0 radius=4\nloop -20 -10 20 -10 20 10 -20 10\n"


class Quiet(http.server.SimpleHTTPRequestHandler):
    late = 0  # seconds that the levels and fonts take to come
    missing = ""  # the end of the name of a file that does not come
    policy = ""  # of the page's content, as a strict host would send it
    shown = ""  # what /late shows, which is not whole before some seconds have gone

    def do_GET(self):
        if Quiet.missing and self.path.endswith(Quiet.missing):
            self.send_error(404)
            return
        if self.path == "/late":
            page = (f"<body style='margin: 0'><iframe src='{Quiet.shown}' style='width: 100vw; height: 100vh; border: 0'></iframe>"
                    "<img src='/late.png' style='position: absolute'>").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)
            return
        if self.path == "/late.png":
            time.sleep(12)
        if self.path.endswith(".data"):
            time.sleep(Quiet.late)
        super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        if Quiet.policy:
            self.send_header("Content-Security-Policy", Quiet.policy)
        super().end_headers()

    def log_message(self, *words):
        pass


class Page(unittest.TestCase):
    site = pictures = port = program = None
    size = (1280, 720)

    def setUp(self):
        self.may_complain = False  # whether errors on the console are what the test is about
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.browser = self.start_browser()

    def start_browser(self):
        """Starts one with a profile of its own, which the tests from now on use."""
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--force-device-scale-factor=1", "--touch-events=enabled"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)
        self.addCleanup(self.browser.quit)
        self.resize(*self.size)
        self.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        self.browser.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.before_pages(START)
        return self.browser

    def tearDown(self):
        errors = [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
        if not self.may_complain:
            self.assertEqual(errors, [])

    def before_pages(self, script):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def resize(self, width, height, density=1):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": density, "mobile": False})

    def run_js(self, script):
        return self.browser.execute_script(script)

    def wait(self, what, holds, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if holds():
                return
            time.sleep(0.05)
        self.fail(f"waited {seconds} s in vain: {what}")

    def open(self, link="#playground"):
        self.browser.get(f"http://127.0.0.1:{self.port}/index.html{link}")
        self.wait_until_shown()

    def wait_until_shown(self):
        self.wait("the first picture", lambda: self.run_js("return document.getElementById('loading').hidden"))
        self.wait_frames(20)

    def wait_frames(self, count):
        self.run_js("window.drawn.length = 0")
        self.wait(f"{count} frames", lambda: self.run_js("return window.drawn.length") >= count)

    def open_link(self, kind, text):
        """Opens a level or a recording that is in the link itself."""
        self.browser.get("about:blank")
        packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), wbits=-15)).decode().rstrip("=")
        self.open(f"?again#{kind}={packed}")

    def ticks(self):
        """Returns the rows of the log, each a list of numbers: tick, x, y, ..."""
        text = self.run_js(f"return new TextDecoder().decode(Module.FS.readFile('{LOG}'))")
        return [[float(word) for word in line.split("\t")] for line in text.splitlines() if line[:1].isdigit()]

    def hold(self, key, seconds):
        ActionChains(self.browser).key_down(key).pause(seconds).key_up(key).perform()
        self.wait_frames(5)

    def press(self, *keys):
        chain = ActionChains(self.browser)
        for key in keys:
            chain.key_down(key).pause(0.05)
        for key in reversed(keys):
            chain.key_up(key).pause(0.05)
        chain.perform()
        self.wait_frames(5)

    def drag(self, start, end):
        chain = ActionChains(self.browser)
        chain.w3c_actions.pointer_action.move_to_location(*start)
        chain.w3c_actions.pointer_action.pointer_down()
        for share in (0.25, 0.5, 0.75, 1):
            chain.w3c_actions.pointer_action.move_to_location(*(round(a + (b - a) * share) for a, b in zip(start, end)))
            chain.w3c_actions.pointer_action.pause(0.05)
        chain.w3c_actions.pointer_action.pointer_up()
        chain.perform()
        self.wait_frames(5)

    def touch(self, kind, *points):
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})
        time.sleep(0.05)

    def picture(self, name):
        png = self.browser.get_screenshot_as_png()
        if self.pictures:
            pathlib.Path(self.pictures, name + ".png").write_bytes(png)
        return hashlib.sha256(png).digest()

    # ---- What a visitor does -----------------------------------------------------------------

    def test_the_sandbox_is_as_fast_as_the_screen(self):
        """Says how fast: a slow machine is no mistake of the program."""
        for size, density in (((1280, 720), 1), ((1280, 720), 2), ((820, 1180), 2), ((390, 844), 1), ((390, 844), 2), ((390, 844), 3)):
            self.resize(*size, density)
            for link in ("", "#lesson=03", "#lesson=26", "#lesson=02&3d"):
                self.browser.get("about:blank")
                self.open(link)
                self.hold("a", 2)  # meanwhile it learns whether smooth edges take too long
                self.run_js("window.drawn.length = 0")
                ActionChains(self.browser).key_down("d").pause(2).key_up("d").perform()
                frames = self.run_js("return window.drawn")
                rate = 1000 * (len(frames) - 1) / (frames[-1][0] - frames[0][0])
                took = sorted(spent for _, spent in frames)[len(frames) // 2]
                print(f"{size[0]}x{size[1]}, density {density}, {link or 'playground'}: {rate:.0f} pictures a second, {took:.1f} ms each")
                self.assertGreater(rate, 1)
                self.picture(f"{size[0]}-{density}-{link.strip('#') or 'playground'}")

    def test_pages_show_a_picture_without_javascript(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        for path in ("index.html", "lessons/lab-06.html", "docs/index.html"):
            self.browser.get(f"http://127.0.0.1:{self.port}/{path}")
            self.picture("no-script-" + path.split("/")[0])
            self.assertTrue(self.run_js("return [...document.images].some(image => image.naturalWidth > 300)"), path)

    def test_the_first_picture_is_there_soon(self):
        self.open()
        print(f"first picture {sum(self.run_js('return window.first')) / 1000:.2f} s after the page was asked for")
        self.assertIn("Playground", self.browser.title)

    def test_the_front_page_shows_something_that_moves_and_three_ways_on(self):
        for size, density in (((1280, 720), 1), ((390, 844), 2), ((820, 1180), 1)):
            self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": size[0] < 1000, "maxTouchPoints": 5})
            self.resize(*size, density)
            self.browser.get("about:blank")
            self.open("")
            begin = self.ticks()[-1]
            self.wait("it moves by itself", lambda: abs(self.ticks()[-1][1] - begin[1]) > 0.5)
            ways = self.browser.find_elements("css selector", "#front a")
            self.assertEqual([way.get_attribute("href").rsplit("/", 2)[1] for way in ways], ["lessons", "docs", "docs", "docs"])
            self.assertTrue(all(way.is_displayed() for way in ways))
            self.assertIn("why it sticks", self.browser.find_element("tag name", "h1").text)
            self.assertNotIn("make run", self.browser.find_element("tag name", "body").text)
            room = self.run_js("return document.getElementById('canvas').offsetHeight / innerHeight")
            self.assertGreater(room, 0.75)
            self.assertLessEqual(self.run_js("return document.documentElement.scrollWidth"), size[0])
            self.picture(f"front-{size[0]}")

    def test_the_player_walks_into_a_wall_and_stays_before_it(self):
        self.open()
        x = self.ticks()[-1][1]
        self.hold("a", 4)
        rows = self.ticks()
        self.assertLess(rows[-1][1], x - 1)
        self.assertGreater(max(row[3] for row in rows), 0)  # pushes
        self.assertEqual(rows[-1][1], rows[-10][1])

    def test_the_player_is_dragged(self):
        self.open_link("level", LEVEL.format("In a link"))
        self.assertIn("In a link", self.browser.title)
        width, height = self.run_js("return [innerWidth, innerHeight]")
        before = self.ticks()[-1]
        self.drag((width * 0.42, height * 0.46), (width * 0.5, height * 0.4))
        self.assertGreater(self.ticks()[-1][1], before[1] + 0.5)
        self.assertGreater(self.ticks()[-1][2], before[2] + 0.2)
        self.picture("dragged")

    def test_a_lesson_is_opened_by_its_link_and_stops_inside_a_move(self):
        self.open("#lesson=06")
        self.assertIn("Wedges", self.browser.title)
        self.wait("the lesson has played", lambda: len(self.ticks()) > 180)
        time.sleep(0.5)
        before = self.picture("lesson")
        self.press(Keys.SHIFT, ".")
        inside = self.picture("inside")
        self.assertNotEqual(before, inside)
        self.press(Keys.SHIFT, ".")
        self.assertNotEqual(inside, self.picture("inside-on"))

    def canvas(self):
        """Returns the picture's pixels, four bytes each."""
        return base64.b64decode(self.run_js("""
            const c = document.getElementById('canvas'), all = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
            let words = '';
            for (let i = 0; i < all.length; i += 30000) words += String.fromCharCode(...all.subarray(i, i + 30000));
            return btoa(words)"""))

    def copied_link(self):
        self.browser.find_element("id", "link").click()
        self.wait("the link", lambda: "#recording=" in self.browser.current_url)
        self.wait_frames(5)
        return self.browser.current_url.split("#")[1]

    def time_stands(self):
        before = self.ticks()[-1:]
        time.sleep(0.5)
        return before != [] and before[0][0] > 180 and before == self.ticks()[-1:]

    def play_on(self, tick):
        """Returns the 60 ticks after that one, which is shown."""
        self.press("p")
        self.wait("60 ticks", lambda: any(row[0] >= tick + 60 for row in self.ticks()[-2:]), 120)
        return [row for row in self.ticks() if tick < row[0] <= tick + 60][-60:]

    def test_a_link_to_a_moment_opens_as_it_was_in_a_fresh_browser(self):
        first = self.browser
        for link, act in (("#playground", lambda: self.hold("d", 1)),
                          ("#lesson=06", lambda: (self.wait("the lesson has played", self.time_stands), self.press(Keys.SHIFT, "/"))),
                          ("#lesson=01", lambda: (self.change_the_level(), self.hold("s", 0.5))),
                          ("#lesson=02&3d", lambda: self.hold("w", 1))):
            with self.subTest(link):
                self.browser = first
                self.browser.get("about:blank")
                self.open(link)
                act()
                self.press(Keys.F2)  # its figures say how fast this browser is
                self.press("p") if link != "#lesson=06" else None
                time.sleep(6)  # messages go, and the camera comes to rest
                moment = self.copied_link()
                print(f"a link to a moment of {link} has {len(moment)} characters")
                made, tick = self.canvas(), self.ticks()[-1][0]
                ticks = self.play_on(tick)
                self.picture("link-made-" + link.strip("#"))
                self.browser = self.start_browser()
                self.open("#" + moment)
                self.assertIn(moment, self.browser.current_url)
                self.picture("link-opened-" + link.strip("#"))
                opened = self.canvas()
                self.assertEqual(len(made), len(opened))
                self.assertEqual(sum(abs(a - b) > 24 for a, b in zip(made, opened)), 0)
                self.assertEqual(self.play_on(tick), ticks)
                self.press("p")
                self.press(",")  # there is history before it
        self.browser = first

    def test_a_moment_that_is_too_long_for_a_link_is_offered_as_a_file(self):
        walls = "".join(f"segment {i % 97 * 0.7183:.4f} {i % 89 * 0.9137:.4f} {i % 83 * 1.1719:.4f} {i * 0.0137:.4f}\n" for i in range(4000))
        self.open_link("level", LEVEL.format("Long") + walls)
        self.press("p")
        before = self.browser.current_url
        self.browser.find_element("id", "link").click()
        self.wait("words about its length", lambda: "characters" in self.notice())
        self.picture("link-too-long")
        self.assertEqual(self.browser.current_url, before)
        self.run_js("document.getElementById('act').click()")
        self.assertIn("bit-exact", self.replay(self.downloaded("moment.recording")))

    def linked_file(self):
        """Returns the path of what the link held."""
        return "/levels/yours/" + self.run_js("return Module.FS.readdir('/levels/yours').find(name => name.startsWith('link-'))")

    def read(self, path):
        return self.run_js(f"return Module.FS.readFile('{path}', {{encoding: 'utf8'}})")

    def change_the_level(self):
        self.press(Keys.CONTROL, "a")
        self.press(Keys.CONTROL, "d")
        self.wait("the change", lambda: self.browser.title.startswith("*"))

    def reload(self):
        self.browser.refresh()
        self.wait_until_shown()

    def downloaded(self, pattern):
        """Returns the one file of such a name that the browser was given, when it is whole."""
        self.wait("the download of " + pattern, lambda: list(self.folder.glob(pattern)))
        found, = self.folder.glob(pattern)
        return found

    def test_a_changed_lesson_is_saved_as_a_copy_that_is_there_after_a_reload(self):
        self.open("#lesson=01")
        path, copy = "/levels/lab/01-flat-wall.level", "/levels/yours/01-flat-wall.level"
        before = self.read(path)
        self.change_the_level()
        self.press(Keys.CONTROL, "s")
        self.picture("save-a-copy")
        self.press(Keys.ENTER)
        self.wait("it is saved", lambda: not self.browser.title.startswith("*"))
        after = self.read(copy)
        self.assertNotEqual(before, after)
        self.assertEqual(self.read(path), before)
        self.assertEqual(self.downloaded("01-flat-wall.level").read_text(), after)
        self.assertIn("#file=01-flat-wall.level", self.browser.current_url)
        self.reload()
        self.press(Keys.CONTROL, "o")
        self.picture("own-files-listed")
        self.press(Keys.ESCAPE)
        self.press("b")  # from the visitor's own files to a lesson
        self.wait("a lesson", lambda: "#lesson=" in self.browser.current_url)
        self.press("n")
        self.wait("the visitor's own", lambda: "#file=" in self.browser.current_url)
        self.assertEqual(self.read(copy), after)
        self.browser.switch_to.new_window("tab")
        self.before_pages(START)
        Quiet.late = 1.5
        self.addCleanup(setattr, Quiet, "late", 0)
        self.open("#file=01-flat-wall.level")
        self.wait("the second tab is told", lambda: "Another tab" in self.notice())
        self.assertEqual(self.read(path), before)

    def notice(self):
        return self.run_js("const n = document.getElementById('notice'); return n.hidden ? '' : n.textContent")

    def says(self):
        """Returns what the page says in place of the sandbox, "" while that runs."""
        return self.run_js("const n = document.getElementById('loading'); return n.hidden ? '' : n.innerText")

    def test_what_cannot_be_opened_is_said_and_the_sandbox_goes_on(self):
        for link, words in (("#lesson=99", "no lesson 99"), ("#file=gone.level", "gone.level is not kept"),
                            ("#level=@@@", "link is broken"), ("#recording=abcd", "link is broken")):
            self.browser.get("about:blank")
            self.open(link)
            self.assertIn(words, self.notice())
            self.assertIn("Playground", self.browser.title)
        self.picture("notice")
        self.before_pages("window.slidemoveArguments = []")  # a log is not begun for a level that is none
        self.open_link("level", "slidemove 1\nplayer 0 0\nsegment 1 2 x 4\n")
        self.assertNotIn("Playground", self.browser.title)  # an empty level, and what is wrong with that of the link
        self.wait("the error is read out", lambda: "expected a number" in self.run_js("return document.getElementById('told').textContent"))

    def test_what_keeps_the_sandbox_from_starting_is_said(self):
        self.may_complain = True
        self.addCleanup(setattr, Quiet, "missing", "")
        self.addCleanup(setattr, Quiet, "policy", "")
        for missing, policy, words in (("slidemove.js", "", "slidemove.js"), (".wasm", "", "could not start"), (".data", "", "could not start"),
                                       ("", "script-src 'self'", "could not start"), ("page.js", "", "lessons")):
            Quiet.missing, Quiet.policy = missing, policy
            self.browser.get("about:blank")
            self.browser.get(f"http://127.0.0.1:{self.port}/index.html?{missing}{len(policy)}")
            self.wait(f"words about {missing or policy}", lambda: words in self.says())
            self.assertTrue(self.browser.find_element("partial link text", "lessons").is_displayed())
            self.picture("stopped-" + (missing.strip(".") or "policy"))
        Quiet.missing = Quiet.policy = ""
        self.browser.get((pathlib.Path(self.site).resolve() / "index.html").as_uri())
        self.wait("words about file://", lambda: "web server" in self.says())
        self.before_pages("delete window.WebAssembly;")
        self.browser.get(f"http://127.0.0.1:{self.port}/index.html?bare")
        self.wait("words about WebAssembly", lambda: "WebAssembly" in self.says())

    def test_a_broken_recording_in_a_link_says_what_is_wrong(self):
        self.may_complain = True
        packed = base64.urlsafe_b64encode(zlib.compress(b"slidemove-recording 2\nnonsense\n", wbits=-15)).decode().rstrip("=")
        self.browser.get(f"http://127.0.0.1:{self.port}/index.html#recording={packed}")
        self.wait("the reason", lambda: "cannot be opened" in self.says())
        self.picture("broken-recording")

    def test_the_keyboard_leaves_the_sandbox_and_reloads_the_page(self):
        self.open()
        focused = "return document.activeElement.tagName"
        self.assertEqual(self.run_js(focused), "CANVAS")
        self.press(Keys.TAB)
        self.assertEqual(self.run_js(focused), "CANVAS")
        self.press(Keys.ESCAPE)
        self.press(Keys.TAB)
        self.assertNotEqual(self.run_js(focused), "CANVAS")
        self.run_js("document.getElementById('canvas').focus(); addEventListener('keydown', e => { window.kept = e.defaultPrevented; })")
        self.press("n")
        self.wait("the address follows", lambda: "#lesson=" in self.browser.current_url)

    def test_the_theme_is_the_systems_until_another_is_chosen(self):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
        corner = "const c = document.getElementById('canvas'); return [...c.getContext('2d').getImageData(2, c.height - 3, 1, 1).data].slice(0, 3)"
        self.open()
        light = self.run_js(corner)
        self.assertGreater(min(light), 150)
        self.picture("light")
        self.press("t")
        self.assertLess(max(self.run_js(corner)), 100)
        self.reload()
        self.assertLess(max(self.run_js(corner)), 100)

    def test_what_is_not_saved_is_brought_back_after_a_reload(self):
        self.open("#lesson=01")
        path = "/levels/lab/01-flat-wall.level"
        before = self.read(path)
        self.change_the_level()
        self.wait("the change is kept", lambda: self.run_js("""
            const folder = Module.FS.analyzePath('/home/web_user/.local/state/slidemove');
            return folder.exists && Module.FS.readdir(folder.path).some(name => name.endsWith('.recovery'))"""))
        self.browser.get("about:blank")
        self.open("#lesson=02")  # the changes of another lesson are not offered there
        self.press("p")
        tick = self.ticks()[-1][0]
        time.sleep(0.5)
        self.assertEqual(self.ticks()[-1][0], tick)
        self.browser.get("about:blank")
        self.open("#lesson=01")
        self.picture("brought-back")
        self.press(Keys.ENTER)
        self.wait("the change", lambda: self.browser.title.startswith("*"))
        self.assertEqual(self.read(path), before)
        self.press(Keys.CONTROL, "s")
        self.press(Keys.ENTER)
        self.wait("it is saved", lambda: not self.browser.title.startswith("*"))
        self.assertGreater(self.read("/levels/yours/01-flat-wall.level").count("\n"), before.count("\n"))
        self.reload()
        self.assertFalse(self.browser.title.startswith("*"))

    def test_kept_ticks_and_pictures_are_downloaded(self):
        self.open("#lesson=06")
        self.hold("d", 1)
        self.press(Keys.F8)
        self.assertIn("the_kept_move_is_made_again", self.downloaded("*.recording.c").read_text())
        self.assertIn("bit-exact, 1 tick", self.replay(self.downloaded("*.recording")))
        self.press(Keys.F12)
        self.assertEqual(self.downloaded("*.png").read_bytes()[1:4], b"PNG")

    def test_the_native_program_makes_again_to_the_bit_what_the_page_recorded(self):
        """Momentum and ghosts; walking with gravity, and what carries; the same in 3D."""
        for link, keys in (("#lesson=22", "1235"), ("#lesson=35", ""), ("#lesson=21&3d", ""), ("#lesson=23&3d", "")):
            with self.subTest(link):
                self.browser.get("about:blank")
                self.open(link)
                for key in keys:
                    self.press(*([Keys.CONTROL] if key.isdigit() else []), key)
                for key in "dwas":
                    self.hold(key, 1.2)
                self.wait("300 ticks", lambda: len(self.ticks()) > 300)
                self.press(Keys.SHIFT, Keys.F8)
                self.press(Keys.ENTER)
                recording = self.downloaded("*.recording")
                self.assertRegex(self.replay(recording), r"bit-exact, \d{3} ticks")
                recording.rename(self.folder / "recorded")

    def replay(self, path):
        return subprocess.run([self.program, "replay", path, "--check"], capture_output=True, text=True, check=True).stdout

    def test_a_lesson_is_read_and_its_buttons_do_what_they_say(self):
        self.browser.get(f"http://127.0.0.1:{self.port}/lessons/lab-02.html")
        self.wait("the live level", lambda: self.run_js("return document.querySelector('.ready') !== null"))
        self.picture("lesson-page")
        stage = self.browser.find_element("class name", "stage")
        frame = self.browser.find_element("tag name", "iframe")
        inside = lambda script: self.run_js(f"return document.querySelector('iframe').contentWindow.{script}")
        setting = lambda name: dict(line.split("\t")[:2] for line in inside("sandbox.settings()").splitlines())[name]
        self.browser.find_element("css selector", "select[data-setting=resolver] option[value='4']").click()
        self.wait("sweep", lambda: setting("resolver") == "4")
        ghosts = setting("ghosts")
        self.browser.find_element("css selector", "input[data-setting=ghosts]").click()
        self.wait("other ghosts", lambda: setting("ghosts") != ghosts)
        self.run_js("""const s = document.querySelector('input[type=range]'); s.value = 1; s.dispatchEvent(new Event('input'))""")
        self.wait("the fastest", lambda: setting("speed") == "1")
        self.run_js("document.querySelector('.stage').scrollIntoView()")
        turn_wheel = lambda: self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": "mouseWheel", "x": 500, "y": 150, "deltaX": 0, "deltaY": 60})
        begin = self.run_js("return scrollY")
        turn_wheel()
        self.wait("the page scrolls", lambda: self.run_js("return scrollY") > begin)
        stage.click()
        self.wait("one is in it", lambda: self.run_js("return document.activeElement.tagName") == "IFRAME")
        time.sleep(0.5)
        begin = self.run_js("return scrollY")
        turn_wheel()
        time.sleep(0.5)
        self.assertEqual(self.run_js("return scrollY"), begin)
        self.browser.switch_to.frame(frame)
        before = self.ticks()[-1]
        self.hold("w", 0.5)
        self.assertGreater(self.ticks()[-1][2], before[2])
        self.browser.switch_to.default_content()
        self.assertTrue(self.browser.find_element("link text", "Open full").get_attribute("href").endswith("/index.html#lesson=02"))
        for size, density in ((390, 844), 2), ((820, 1180), 1):
            self.resize(*size, density)
            self.assertLessEqual(self.run_js("return document.documentElement.scrollWidth"), size[0])
            self.picture(f"lesson-page-{size[0]}")

    def test_a_document_shows_the_levels_that_it_names_on_a_click(self):
        self.browser.get(f"http://127.0.0.1:{self.port}/docs/method.html")
        self.assertEqual(self.browser.find_elements("tag name", "iframe"), [])
        figure = self.browser.find_element("css selector", "figure.live")
        self.run_js("document.querySelector('figure.live').scrollIntoView({block: 'center'})")
        self.picture("method-before")
        figure.find_element("class name", "cover").click()
        self.wait("the live level", lambda: "ready" in figure.get_attribute("class"))
        frame = self.browser.find_element("tag name", "iframe")
        self.browser.switch_to.frame(frame)
        self.wait("ticks", lambda: len(self.ticks()) > 20)
        self.browser.switch_to.default_content()
        self.picture("method-live")

    def test_axe_finds_nothing_serious(self):
        axe = (Page.site.parent / "axe/node_modules/axe-core/axe.min.js").read_text()
        for path in ("index.html", "lessons/lab-06.html", "docs/method.html", "lessons/index.html"):
            self.browser.get(f"http://127.0.0.1:{self.port}/{path}")
            if path == "index.html":
                self.wait_until_shown()
            self.run_js(axe)
            found = self.browser.execute_async_script(
                "const done = arguments[arguments.length - 1]; axe.run(document, {iframes: false}).then(r => done(r.violations))")
            serious = [f"{path}: {v['id']} {v['nodes'][0]['html'][:120]}" for v in found if v["impact"] in ("serious", "critical")]
            self.assertEqual(serious, [])

    def test_firefox_shows_the_page_too(self):
        for name, link in (("front", ""), ("2d", "#lesson=06"), ("3d", "#lesson=13&3d")):
            picture = pathlib.Path(self.pictures or self.folder, f"firefox-{name}.png")
            profile = tempfile.mkdtemp(dir=self.folder)
            Quiet.shown = f"/index.html{link}"
            subprocess.run(["firefox-esr", "--headless", "--profile", profile, "--window-size=1280,720", "--screenshot", str(picture),
                            f"http://127.0.0.1:{self.port}/late"], check=True, capture_output=True, timeout=120)
            found = self.browser.execute_async_script("""
                const done = arguments[1], image = new Image();
                image.onload = () => {
                    const c = document.createElement('canvas'), to = c.getContext('2d');
                    [c.width, c.height] = [image.width, image.height];
                    to.drawImage(image, 0, 0);
                    const all = new Uint32Array(to.getImageData(0, 60, 700, 440).data.buffer);
                    done([image.width, new Set(all).size]);
                };
                image.src = 'data:image/png;base64,' + arguments[0];""", base64.b64encode(picture.read_bytes()).decode())
            self.assertEqual(found[0], 1280)
            self.assertGreater(found[1], 100, f"{name}: a picture of so few colours shows no level")

    def test_a_chosen_and_a_dropped_file_open(self):
        self.open()
        for title in ("Chosen", "Dropped"):
            path = self.folder / (title + ".level")
            path.write_text(LEVEL.format(title))
            if title == "Chosen":
                self.browser.find_element("id", "file").send_keys(str(path))
            else:
                for kind in ("dragEnter", "dragOver", "drop"):
                    self.browser.execute_cdp_cmd("Input.dispatchDragEvent", {
                        "type": kind, "x": 500, "y": 300,
                        "data": {"items": [], "files": [str(path)], "dragOperationsMask": 1}})
            self.wait(title, lambda: title in self.browser.title)
        self.hold("d", 0.5)
        self.press(Keys.F8)
        kept = self.downloaded("*.recording")
        self.open("?again")
        self.browser.find_element("id", "file").send_keys(str(kept))
        self.wait("the recording", lambda: "Dropped" in self.browser.title)

    def test_the_clipboard_is_the_systems(self):
        self.open_link("level", LEVEL.format("In a link"))
        read = "return navigator.clipboard.readText()"
        self.press(Keys.CONTROL, "a")
        self.press(Keys.CONTROL, "c")
        self.wait("the copy", lambda: "loop -20 -10 20 -10" in self.run_js(read))
        self.run_js("return navigator.clipboard.writeText('circle 12 5 1.25')")
        self.press(Keys.CONTROL, "v")
        self.wait("the change", lambda: self.browser.title.startswith("*"))
        self.press(Keys.CONTROL, "s")
        self.wait("it is saved", lambda: not self.browser.title.startswith("*"))
        self.assertRegex(self.read(self.linked_file()), r"circle .* 1\.25\n")

    def test_the_picture_follows_the_page(self):
        self.open()
        canvas = "const c = document.getElementById('canvas'); return [c.width, c.height]"
        corner = "const c = document.getElementById('canvas'); return c.getContext('2d').getImageData(c.width - 1, c.height - 1, 1, 1).data[3]"
        self.press("p")
        for width, height, density in ((390, 844, 2), (2560, 1440, 1), (900, 500, 1.5)):
            self.resize(width, height, density)
            rest = self.run_js("return document.getElementById('bar').offsetHeight + document.getElementById('front').offsetHeight")
            area = width * (height - rest)
            density = min(density, max(0.85 if density > 1 else 1, 0.8e6 / area) ** 0.5)  # the most pixels that are drawn
            wanted = [round(width * density), round((height - rest) * density)]
            self.wait(f"a canvas of {wanted}", lambda: all(abs(a - b) <= 2 for a, b in zip(self.run_js(canvas), wanted)))
            time.sleep(0.5)
            self.assertEqual(self.run_js(corner), 255)
            self.picture(f"{width}x{height}")

    def assert_unstretched(self):
        """A round thing is round: the picture has the shape of its place."""
        shape = "const c = document.getElementById('canvas'); return c.width / c.height * c.clientHeight / c.clientWidth"
        self.wait("a picture as wide and high as its place", lambda: abs(self.run_js(shape) - 1) < 0.005)

    def test_full_screen_fills_it_and_comes_back(self):
        place = "const b = document.getElementById('canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height, innerWidth, innerHeight]"
        self.open()
        before = self.run_js(place)
        for key in Keys.F11, Keys.F10:
            self.press(key)
            self.wait("full screen", lambda: self.run_js("return document.fullscreenElement !== null"))
            self.wait_frames(20)
            left, top, width, height, screen_width, screen_height = self.run_js(place)
            self.assertEqual([left, top, width, height], [0, 0, screen_width, screen_height])
            self.assert_unstretched()
            self.picture("full-screen")
            self.press(key)
            self.wait("the page", lambda: self.run_js("return document.fullscreenElement === null"))
            self.wait_frames(20)
            self.assertEqual(self.run_js(place), before)
            self.assert_unstretched()

    def become_touch_screen(self, width, height, density):
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": density, "mobile": True})

    def test_two_thumbs_walk_and_look_in_3d_on_each_screen(self):
        floor = "slidemove3 1\nplayer 0 0.5 0 radius=0.5\nbox 0 -0.5 0  400 1 400\n"
        for width, height in (390, 844), (820, 1180), (1280, 720):
            self.become_touch_screen(width, height, 1)
            self.open_link("level", floor)
            left, right = (width * 3 // 8, height * 2 // 3), (width * 3 // 4, height // 2)
            headings = []
            self.touch("touchStart", left)
            for i in range(1, 9):
                self.touch("touchMove", (left[0], left[1] - 8 * i))
            for turn in range(2):
                start = self.ticks()[-1]
                time.sleep(0.4)
                end = self.ticks()[-1]
                headings.append(math.atan2(end[3] - start[3], end[1] - start[1]))
                self.assertGreater(math.hypot(end[3] - start[3], end[1] - start[1]), 0.5)
                self.touch("touchStart", (left[0], left[1] - 64), right)
                for i in range(1, 9):
                    self.touch("touchMove", (left[0], left[1] - 64), (right[0] - 8 * i, right[1]))
            self.picture(f"two-thumbs-{width}x{height}")
            self.touch("touchEnd")
            self.assert_unstretched()  # the front page's sentence went when the fingers were lifted
            turned = (headings[1] - headings[0] + math.pi) % (2 * math.pi) - math.pi
            self.assertGreater(abs(turned), 0.1)

    def test_a_touch_screens_keyboard_types_into_a_field(self):
        self.become_touch_screen(390, 844, 2)
        self.open()
        focused = "return document.activeElement.id"
        self.assertNotEqual(self.run_js(focused), "typed")
        self.press(Keys.CONTROL, "o")
        self.wait("the keyboard's element", lambda: self.run_js(focused) == "typed")
        for letter in "wedgex":
            self.browser.execute_cdp_cmd("Input.insertText", {"text": letter})
        self.run_js("document.execCommand('delete')")
        self.wait_frames(5)
        self.picture("typed-by-touch")
        self.press(Keys.ENTER)
        self.wait("the lesson that was typed", lambda: "edge" in self.browser.title)
        self.wait("keys for the sandbox", lambda: self.run_js(focused) == "canvas")

    def test_a_finger_walks_and_two_zoom(self):
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        self.open()
        before = self.ticks()[-1]
        self.touch("touchStart", (600, 330))
        for i in range(1, 9):
            self.touch("touchMove", (600 + 10 * i, 330))
        time.sleep(0.5)
        self.touch("touchEnd")
        self.assertGreater(self.ticks()[-1][1], before[1] + 0.3)
        seen = self.picture("before-zoom")
        self.touch("touchStart", (500, 300), (600, 300))
        for i in range(1, 9):
            self.touch("touchMove", (500 - 10 * i, 300), (600 + 10 * i, 300))
        self.touch("touchEnd")
        time.sleep(0.3)
        self.assertNotEqual(seen, self.picture("zoomed"))
        moved = self.ticks()[-1]
        self.assertEqual(moved[1:3], self.ticks()[-1][1:3])


class Links(html.parser.HTMLParser):
    """What a page asks for, and the places in it that others can name."""

    def __init__(self, path):
        super().__init__()
        self.asked, self.places = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.asked.append(value)
            elif name == "id":
                self.places.add(value)


class Site(unittest.TestCase):
    """What is in the folder, without a browser."""

    def test_little_is_fetched_before_the_first_picture(self):
        names = ("index.html", "page.css", "page.js", "slidemove.js", "slidemove.wasm", "slidemove.data")
        size = sum(len(gzip.compress((Page.site / name).read_bytes(), 9)) for name in names)
        print(f"{size} bytes compressed before the first picture")
        self.assertLessEqual(size, MOST_BYTES)

    def test_every_link_leads_somewhere(self):
        pages = {path.resolve(): Links(path) for path in Page.site.rglob("*.html")}
        dead = []
        for path, page in pages.items():
            for link in page.asked:
                if link.startswith(("http://", "https://", "data:")):
                    continue
                name, _, place = link.partition("#")
                target = (path.parent / name.partition("?")[0]).resolve() if name else path
                is_sandbox = target == (Page.site / "index.html").resolve()  # its places are the program's
                if not target.exists() or place and not is_sandbox and place not in pages[target].places:
                    dead.append(f"{path.name}: {link}")
        self.assertEqual(dead, [])
        self.assertGreater(len(pages), 70)

    def test_every_lesson_has_its_page(self):
        for folder in ("lab", "lab3"):
            for level in sorted(pathlib.Path("levels", folder).glob("*.level")):
                page = html.unescape((Page.site / "lessons" / f"{folder}-{level.name[:2]}.html").read_text())
                text = level.read_text()
                self.assertIn(text, page)
                self.assertIn(f"#lesson={level.name[:2]}" + ("&3d" if folder == "lab3" else ""), page)
                words = [line.split(None, 1)[1] for line in text.splitlines() if line.startswith(("section ", "text ", "try "))]
                plain = page.replace("<kbd>", "[").replace("</kbd>", "]")
                self.assertGreater(len(words), 2, level)
                for sentence in words:
                    self.assertGreaterEqual(plain.count(sentence), 2, sentence)  # told, and in the level's text


if __name__ == "__main__":
    Page.site = pathlib.Path(sys.argv[1])
    Page.program = Page.site.parent.parent / "slidemove"
    Page.pictures = sys.argv[2] if len(sys.argv) > 2 else None
    if Page.pictures:
        pathlib.Path(Page.pictures).mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=Page.site))
    Page.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
