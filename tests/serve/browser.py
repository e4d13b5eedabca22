"""The page of `pld serve` in a real browser.

    browser.py PROGRAM FOLDER     screenshots go to the folder
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from server import Server, command_line

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PATIENCE = 120  # seconds, on a machine that is busy


class Page:
    def __init__(self, server, width, height, profile, dark=False):
        options = Options()
        for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
                     "disable-component-update", "disable-sync", "disable-dev-shm-usage", f"user-data-dir={profile}", f"window-size={width},{height}"):
            options.add_argument("--" + word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        if width < 500:  # windows have a least width, telephones have not
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
        self.url = server.url

    def open(self, fragment=""):
        self.driver.get("about:blank")
        self.driver.get(self.url + fragment)
        self.settle()

    def settle(self):
        until = time.monotonic() + PATIENCE
        time.sleep(0.1)
        while self.driver.execute_script("return document.getElementById('results').getAttribute('aria-busy')") != "false":
            assert time.monotonic() < until, "the page does not come to an end"
            time.sleep(0.05)

    def find(self, name):
        return self.driver.find_element("id", name)

    def text(self, name):
        return self.driver.execute_script("return document.getElementById(arguments[0]).textContent", name)

    def type(self, name, text):
        field = self.find(name)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)
        self.settle()

    def path(self, figure, series=0):
        return self.driver.execute_script("return document.querySelector(`#${arguments[0]} path.series.s${arguments[1]}`)?.getAttribute('d')", figure, series)

    def problems(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE" and " 400 " not in entry["message"]]


def epsilon_of(*words):
    return command_line(PROGRAM, "epsilon", *words)[1]["epsilon"]


def check_numbers(page):
    page.open()
    truth = epsilon_of("--delta", "1e-5", "dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1")
    bracket = page.find("bracket")
    assert float(bracket.get_attribute("data-lower")) == truth["lower"] and float(bracket.get_attribute("data-upper")) == truth["upper"]
    report = command_line(PROGRAM, "epsilon", "--delta", "1e-5", "dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1")[1]["report"]
    assert page.find("headline").text.split("\n")[0] == f"epsilon = {report}" and truth["upper"] <= report
    low, high = (float(word) for word in bracket.text.removeprefix("Certified: ").split(" ≤ epsilon ≤ "))
    assert low <= truth["lower"] <= truth["upper"] <= high < low + 1e-6, (low, high)
    attack = command_line(PROGRAM, "tradeoff", "--fpr", "0.01", "dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1")[1]["points"][0]["tpr"]["upper"]
    percent = float(page.text("attack-words").split("it happens at most ")[1].split("\u00a0%")[0])
    assert attack * 100 <= percent <= attack * 100 * 1.002 + 0.01, (attack, percent)
    groups = command_line(PROGRAM, "statement", "--delta", "1e-5", "--groups", "8", "dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1")[1]["groups"][0]["epsilon"]["upper"]
    row = page.find("groups").text.split("\n")[-1].split()
    assert row[0] == "8" and groups <= float(row[1]) <= groups + 0.001, row
    assert "rdp bound" in page.find("compare").text
    # The command that is shown gives the number that is shown; so do the lines of Python name the same mechanism.
    words = page.text("command").split()
    assert words[:2] == ["pld", "epsilon"] and epsilon_of(*words[2:]) == truth
    assert '"dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1"' in page.text("python") and 'delta="1e-5"' in page.text("python")
    before = page.text("paragraph")
    page.find("officer").click()
    page.settle()
    assert len(page.text("paragraph")) > len(before) and "audience=officer" in page.driver.current_url
    assert "2.381690" in page.text("paragraph") and "--json" not in page.text("paragraph")
    assert all(page.path(figure) for figure in ("figure-epochs", "figure-profile", "figure-attack")) and page.path("figure-epochs", 2)


def check_rounding(page):
    """Numbers are rounded outward, whatever they are."""
    dice = random.Random(2024)
    values = [dice.choice((-1, 1)) * dice.random() * 10.0 ** dice.randrange(-12, 6) for _ in range(400)] + [0.0, 0.1, 0.5, 1.0, 2.5, 1e15, 5e-324, 0.30000000000000004]
    cases = [[value, dice.randrange(0, 10), up] for value in values for up in (True, False)]
    shown = page.driver.execute_async_script("import('/numbers.js').then((numbers) => arguments[1](arguments[0].map((one) => numbers.fixed(...one))))", cases)
    for (value, places, up), text in zip(cases, shown):
        exact = Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_CEILING if up else ROUND_FLOOR, context=Context(prec=400))
        assert Decimal(text) == exact, (value, places, up, text)
    shares = [dice.random() for _ in range(200)] + [0.0, 1.0, 0.0001, 0.00005]
    texts = page.driver.execute_async_script("import('/numbers.js').then((numbers) => arguments[1](arguments[0].map((one) => [numbers.percent(one), numbers.percentRight(one)])))", shares)
    for share, pair in zip(shares, texts):
        for text, truth in zip(pair, (Decimal(share) * 100, (1 + Decimal(share)) * 50)):
            assert truth <= Decimal(text.removesuffix("\u00a0%")) <= truth + Decimal("0.011"), (share, text)


def check_sliders(page):
    before = [page.path(figure) for figure in ("figure-epochs", "figure-profile", "figure-attack")]
    slider = page.driver.find_element("css selector", "input[data-of=sigma-0]")
    slider.send_keys(Keys.ARROW_RIGHT * 20)
    page.settle()
    sigma = page.find("sigma-0").get_attribute("value")
    assert float(sigma) > 1.1
    after = [page.path(figure) for figure in ("figure-epochs", "figure-profile", "figure-attack")]
    assert all(a != b for a, b in zip(before, after)), "a curve did not move"
    truth = epsilon_of("--delta", "1e-5", f"dp-sgd:N=60000,batch=256,epochs=60,sigma={sigma}")
    assert float(page.find("bracket").get_attribute("data-upper")) == truth["upper"]


def check_errors(page):
    page.open()
    for name, text, part in (("batch-0", "70000", "whole number from 1 to N"), ("delta", "2", "not below 1"), ("sigma-0", "x", "not a number"), ("epochs-0", "0", "more than 0 epochs")):
        good = page.find(name).get_attribute("value")
        page.type(name, text)
        assert part in page.text("error-" + name), (name, page.text("error-" + name))
        assert page.find(name).get_attribute("aria-invalid") == "true" and "No answer" in page.find("headline").text and page.text("command") == ""
        page.type(name, good)
        assert page.text("error-" + name) == "" and page.find(name).get_attribute("aria-invalid") is None
    Select(page.find("sampling-0")).select_by_value("truncated-poisson")
    page.settle()
    assert page.find("cap-0").get_attribute("aria-invalid") == "true"
    Select(page.find("sampling-0")).select_by_value("fixed-order")
    page.settle()
    assert "zero-out" in page.find("neighbours").text and "--adjacency zero-out" in page.text("command")
    Select(page.find("adjacency")).select_by_value("add-remove")
    page.settle()
    assert page.find("adjacency").get_attribute("aria-invalid") == "true"


def check_budget_and_links(page, other):
    page.open()
    page.driver.find_element("css selector", "input[value=budget]").click()
    page.settle()
    page.type("epsilon", "2")
    page.find("add").click()
    page.settle()
    page.type("epochs-1", "3")
    page.type("sigma-1", "4")
    found = command_line(PROGRAM, "calibrate", "--epsilon", "2", "--delta", "1e-5", "dp-sgd:N=60000,batch=256,epochs=60,sigma=solve",
                         "dp-sgd:N=60000,batch=256,epochs=3,sigma=4")[1]
    headline = page.find("headline").text
    assert headline.startswith(f"Noise multiplier {found['value']}"), headline
    assert float(page.find("bracket").get_attribute("data-upper")) <= 2
    commands = page.text("command").split("\n")
    assert commands[0].startswith("pld calibrate --epsilon 2 ") and commands[1].startswith("pld epsilon ") and str(found["value"]) in commands[1]
    link = page.driver.current_url
    assert "mode=budget" in link and "#" in link
    other.open("#" + link.split("#")[1])
    assert other.find("headline").text == headline and other.find("sigma-1").get_attribute("value") == "4"
    assert other.text("command") == page.text("command") and other.path("figure-epochs") == page.path("figure-epochs")
    other.open("#mode=%3Cimg%20src=x%3E&phase=%3Cb%3E&delta=%22%3E%3Cscript%3E")  # what is in a link is text
    assert "No answer" in other.find("headline").text and other.driver.execute_script("return document.querySelectorAll('main img, main b, main script').length") == 0


def check_evidence(page, other):
    """Audits, searches and mu: the lines of the program, its sentences, and a command that gives them again."""
    asked = "dp-sgd:N=60000,batch=256,epochs=60,sigma=1.1"
    page.open()
    for kind, fields in (("counts", {"tp": "300/1000", "fp": "20/1000", "looks": "2", "test": "rectangle"}), ("counts", {"tp": "20/1000", "looks": "1", "test": "product"}), ("counts", {"tp": "180/1000"}), ("counts", {"tp": "115/1000"}),
                         ("one-run", {"one-run": "100,80,70", "confidence": "0.9"}), ("tune", {"runs": "poisson:mean=10"}), ("gdp", {"fpr-min": "0.01"})):
        Select(page.find("evidence")).select_by_value(kind)
        page.settle()
        for name, text in fields.items():
            if page.find("fact-" + name).tag_name == "select":
                Select(page.find("fact-" + name)).select_by_value(text)
            else:
                page.type("fact-" + name, text + Keys.TAB)
            page.settle()
        words = page.text("evidence-command").split()
        assert words[0] == "pld" and words[-1] == asked, words
        printed = subprocess.run([PROGRAM, *words[1:]], capture_output=True, text=True, check=False).stdout
        lines, notes = page.text("evidence-answer").split("\n"), page.find("evidence-notes").find_elements("tag name", "li")
        plain = printed.replace("<=", "≤").split("\n")
        if kind == "tune":
            rows = {row.rsplit(None, 2)[0]: row.split()[-2:] for row in plain if row.startswith(("one run", "the best"))}
            shown = {line.split(" of ")[0].split(":")[0]: line.split(": ")[-1].split(" ≤ epsilon ≤ ") for line in lines[:2]}
            for label, ends in rows.items():
                assert all(abs(float(a) - float(b)) <= 2e-6 for a, b in zip(ends, shown[label])), (rows, shown)
            assert all(line in plain for line in lines[2:]), (lines, plain)
        elif kind == "gdp":
            low, high = (float(word) for word in lines[0].split(" ≤ mu ≤ "))
            truth = command_line(PROGRAM, *words[1:])[1]["mu"]
            assert low <= truth["lower"] <= truth["upper"] <= high < low + 1e-3 and lines[1].startswith("at false-positive and false-negative rates of at least 0.01"), lines
        else:
            for line in lines:
                assert line in plain or line.startswith("as printed"), (line, plain)
        sentences = [line.removeprefix("note: ") for line in plain if line.startswith("note: ")]
        assert sorted(sentences) == sorted(note.text for note in notes), (sentences, [note.text for note in notes])
    other.open("#" + page.driver.current_url.split("#")[1])
    assert other.text("evidence-answer") == page.text("evidence-answer") != ""
    Select(page.find("evidence")).select_by_value("tune")
    page.type("fact-runs", "fixed:10" + Keys.TAB)
    assert "a fixed number of runs has no such theorem" in page.text("error-evidence") and page.text("evidence-answer") == ""
    assert page.find("headline").text.startswith("epsilon = ")
    Select(page.find("evidence")).select_by_value("")
    page.settle()
    assert page.text("error-evidence") == "" and "evidence" not in page.driver.current_url


def check_for_everybody(page):
    """By keyboard and to a screen reader: everything has a name, and nothing is wider than the screen."""
    page.open()
    nameless = page.driver.execute_script("""
        return [...document.querySelectorAll('input, select, button, svg[role=img]')].filter((one) => !(one.labels?.length || one.getAttribute('aria-label') || one.textContent.trim()
            )).map((one) => one.outerHTML)""")
    assert nameless == [], nameless
    assert page.driver.execute_script("return document.documentElement.lang") == "en"
    assert page.driver.execute_script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "the page is wider than its window"
    body = page.driver.find_element("tag name", "body")
    body.send_keys(Keys.TAB)
    assert page.driver.execute_script("return document.activeElement.className") == "skip"
    lost = page.driver.execute_script("return [...document.querySelectorAll('a, input, select, button, summary')].filter((one) => one.tabIndex < 0).length")
    assert lost == 0
    assert page.driver.execute_script("return performance.getEntriesByType('resource').every((one) => one.name.startsWith(location.origin))")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second, tempfile.TemporaryDirectory() as third, Server(PROGRAM) as server:
        page, dark, narrow = Page(server, 1300, 2400, first), Page(server, 1300, 2400, second, dark=True), Page(server, 390, 3600, third)
        try:
            check_numbers(page)
            page.driver.save_screenshot(os.path.join(FOLDER, "light.png"))
            check_for_everybody(page)
            check_rounding(page)
            check_sliders(page)
            check_errors(page)
            check_budget_and_links(page, dark)
            check_evidence(page, dark)
            dark.open()
            dark.driver.save_screenshot(os.path.join(FOLDER, "dark.png"))
            back = [view.driver.execute_script("return getComputedStyle(document.body).backgroundColor") for view in (page, dark)]
            assert back[0] != back[1], back
            check_for_everybody(narrow)
            narrow.open()
            narrow.driver.save_screenshot(os.path.join(FOLDER, "narrow.png"))
            for view in (page, dark, narrow):
                assert view.problems() == [], view.problems()
        finally:
            for view in (page, dark, narrow):
                view.driver.quit()
    print("the page is as it should be; screenshots are in", FOLDER)


main()
