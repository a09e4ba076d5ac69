#!/usr/bin/python3
"""Drives the page in a real browser, as a person would: python3 tests/web/test_web.py SITE [PICTURES].

Every test ends by asking that the page has put no error on the browser's console. PICTURES is a folder for screenshots."""
import base64
import functools
import hashlib
import http.server
import pathlib
import subprocess
import sys
import threading
import time
import unittest
import zlib

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

LOG = "/tmp/ticks"  # in the page's own file system: `--log` writes each tick there


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class Page(unittest.TestCase):
    site = pictures = port = None
    size = (1280, 720)
    said = ""  # on the console

    def setUp(self):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
                     "--enable-unsafe-swiftshader", "--force-device-scale-factor=1", "--touch-events=enabled"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)
        self.addCleanup(self.browser.quit)
        self.resize(*self.size)
        self.run_js("1")
        self.before_pages(f"window.slidemoveArguments = ['--log', '{LOG}'];")

    def tearDown(self):
        errors = [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
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

    def open(self, link=""):
        self.browser.get(f"http://127.0.0.1:{self.port}/index.html{link}")
        self.wait("the first picture", lambda: self.run_js("return document.getElementById('loading').hidden"))
        time.sleep(0.5)

    def ticks(self):
        """Returns the rows of the log, each a list of numbers: tick, x, y, ..."""
        text = self.run_js(f"return new TextDecoder().decode(Module.FS.readFile('{LOG}'))")
        return [[float(word) for word in line.split("\t")] for line in text.splitlines() if line[:1].isdigit()]

    def hold(self, key, seconds):
        ActionChains(self.browser).key_down(key).pause(seconds).key_up(key).perform()
        time.sleep(0.2)

    def press(self, *keys):
        chain = ActionChains(self.browser)
        for key in keys:
            chain.key_down(key).pause(0.05)
        for key in reversed(keys):
            chain.key_up(key).pause(0.05)
        chain.perform()
        time.sleep(0.3)

    def drag(self, start, end):
        chain = ActionChains(self.browser)
        chain.w3c_actions.pointer_action.move_to_location(*start)
        chain.w3c_actions.pointer_action.pointer_down()
        for share in (0.25, 0.5, 0.75, 1):
            chain.w3c_actions.pointer_action.move_to_location(*(round(a + (b - a) * share) for a, b in zip(start, end)))
            chain.w3c_actions.pointer_action.pause(0.05)
        chain.w3c_actions.pointer_action.pointer_up()
        chain.perform()
        time.sleep(0.3)

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

    def test_the_first_picture_is_there_soon(self):
        start = time.time()
        self.open()
        shown = self.run_js("return performance.getEntriesByName('shown')[0].startTime") / 1000
        print(f"first picture {shown:.2f} s after the page was asked for (waited {time.time() - start:.2f} s)")
        self.assertIn("Playground", self.browser.title)
        self.picture("first")

    def test_the_player_walks_into_a_wall_and_stays_before_it(self):
        self.open()
        x = self.ticks()[-1][1]
        self.hold("a", 4)
        rows = self.ticks()
        self.assertLess(rows[-1][1], x - 1)
        self.assertGreater(max(row[3] for row in rows), 0)  # pushes
        self.assertEqual(rows[-1][1], rows[-10][1])

    def open_link(self, kind, text):
        """Opens a level or a recording that is in the link itself."""
        self.browser.get("about:blank")
        packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), wbits=-15)).decode().rstrip("=")
        self.open(f"?again#{kind}={packed}")

    def test_the_player_is_dragged(self):
        self.open_link("level", "slidemove 1\ntitle In a link\nplayer 0 0 radius=4\nloop -20 -10 20 -10 20 10 -20 10\n")
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

    def test_a_link_to_a_moment_opens_inside_it(self):
        self.open("#lesson=06")
        self.wait("the lesson has played", lambda: len(self.ticks()) > 180)
        self.press(",")  # a tick back
        self.browser.find_element("id", "link").click()
        self.wait("the link", lambda: "#recording=" in self.browser.current_url)
        link = self.browser.current_url.split("#")[1]
        print(f"the link has {len(link)} characters")
        self.open("?again#" + link)
        before = self.picture("moment")
        self.press(Keys.SHIFT, ".")
        self.assertNotEqual(before, self.picture("moment-on"))
        name = self.run_js(f"return Module.FS.readFile('/home/web_user/link.recording', {{encoding: 'utf8'}})")
        self.assertTrue(name.startswith("slidemove-recording 1\n"))

    def test_a_native_recording_is_made_again_to_the_bit(self):
        """Walking with gravity, ghosts, a crowd, lifts: the hashes in these were made by the native program."""
        for name in ("plane", "space"):
            with self.subTest(name):
                self.before_pages("window.slidemoveArguments = ['--check'];")
                text = pathlib.Path(__file__).with_name(name + ".recording").read_text()
                self.open_link("recording", text)
                self.wait("the verdict: " + self.said, lambda: "bit-exact, 300 ticks" in self.console())
                self.said = ""

    def console(self):
        self.said += "".join(entry["message"] for entry in self.browser.get_log("browser"))
        return self.said

    def test_what_is_saved_is_there_after_a_reload(self):
        self.open("#lesson=01")
        path = self.run_js("return '/levels/lab/' + Module.FS.readdir('/levels/lab').find(name => name.startsWith('01-'))")
        read = f"return Module.FS.readFile('{path}', {{encoding: 'utf8'}})"
        before = self.run_js(read)
        self.press(Keys.CONTROL, "a")
        self.press(Keys.CONTROL, "d")
        self.assertTrue(self.browser.title.startswith("*"), self.browser.title)
        self.press(Keys.CONTROL, "s")
        self.wait("it is saved", lambda: not self.browser.title.startswith("*"))
        after = self.run_js(read)
        self.assertNotEqual(before, after)
        time.sleep(3)  # the browser's database is written behind
        self.open("?again#lesson=01")
        self.assertEqual(self.run_js(read), after)

    def test_the_picture_follows_the_page(self):
        self.open()
        canvas = "const c = document.getElementById('canvas'); return [c.width, c.height]"
        for width, height, density in ((390, 844, 2), (2560, 1440, 1), (900, 500, 1.5)):
            self.resize(width, height, density)
            bar = self.run_js("return document.getElementById('bar').offsetHeight")
            wanted = [round(width * density), round((height - bar) * density)]
            self.wait(f"a canvas of {wanted}", lambda: all(abs(a - b) <= 2 for a, b in zip(self.run_js(canvas), wanted)))
            time.sleep(0.5)
            self.picture(f"{width}x{height}")

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


if __name__ == "__main__":
    Page.site = sys.argv[1]
    Page.pictures = sys.argv[2] if len(sys.argv) > 2 else None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=Page.site))
    Page.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
