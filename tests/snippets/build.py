"""Builds a page from each snippet of Share with the program that reads it, and checks what is on the page.

Usage: build.py FOLDER, which contains snippets.json and gets the pages.
"""

import html.parser
import json
import os
import subprocess
import sys
from pathlib import Path

import pypandoc

folder = Path(sys.argv[1])
snippets = json.loads((folder / "snippets.json").read_text())
site = "https://example.org/slipstick/"
frame = f"{site}embed.html?show=scene,time,parameters#g=rolling-coin&mu=0.3"
link = f"{site}#g=rolling-coin&mu=0.3"
title = 'Coin & "disc" <1>'


class Page(html.parser.HTMLParser):
    """All tags of a page with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def has(self, tag, **wanted):
        return any(name == tag and wanted.items() <= found.items() for name, found in self.tags)


def written(name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path.parent


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def tool(name):
    return str(Path(sys.executable).parent / name)


def sphinx(text):
    source = written("sphinx/index.md", f"# Page\n\n{text}\n")
    written("sphinx/conf.py", 'extensions = ["myst_parser"]\n')
    run(tool("sphinx-build"), "-q", "-W", "-b", "html", ".", "_build", cwd=source)
    return Page((source / "_build" / "index.html").read_text())


def has_element(page):
    return page.has("script", type="module", src=f"{site}slipstick-model.js") and page.has(
        "slipstick-model", link="#g=rolling-coin&mu=0.3", title=title, show="scene,time,parameters"
    )


def has_picture(page):
    return page.has("a", href=link) and page.has("img", src=f"{site}pictures/rolling-coin.png", alt=title)


def test_sphinx():
    assert has_element(sphinx(snippets["sphinx"]))


def test_markdown():
    assert has_picture(sphinx(snippets["markdown"]))
    assert has_picture(Page(pypandoc.convert_text(snippets["markdown"], "html", format="gfm")))


def test_quarto():
    """Quarto lays out pages with Pandoc."""
    assert has_element(Page(pypandoc.convert_text(snippets["quarto"], "html", format="markdown")))


def test_quarto_extension():
    """The shortcode of packages/quarto, called by Pandoc with the arguments that Quarto would pass."""
    extension = Path(__file__).parents[2] / "packages" / "quarto" / "_extensions" / "slipstick" / "slipstick.lua"
    os.environ["SHORTCODE"] = str(extension)
    arguments = f'title="{title.replace(chr(34), "&quot;")}" show="scene,time,parameters"'
    text = f"---\nslipstick-site: {site}\n---\n\n``` {{{arguments}}}\n#g=rolling-coin&mu=0.3\n```\n"
    harness = f"--lua-filter={Path(__file__).parent / 'shortcode.lua'}"
    assert has_element(Page(pypandoc.convert_text(text, "html", format="markdown", extra_args=[harness])))
    assert "\\href{" in pypandoc.convert_text(text, "latex", format="markdown", extra_args=[harness])


def test_latex():
    """Pandoc reads LaTeX, but does not draw the code."""
    page = Page(pypandoc.convert_text(snippets["latex"], "html", format="latex"))
    assert page.has("img", src="rolling-coin.png") and page.has("a", href=link)


def test_myst():
    source = written("myst/index.md", f"# Page\n\n{snippets['myst']}\n")
    written("myst/myst.yml", "version: 1\nproject:\n  title: Page\nsite:\n  template: book-theme\n")
    # Without a network the template is missing; the content of the page is complete before that.
    subprocess.run([tool("myst"), "build", "--site"], cwd=source, capture_output=True, check=False, timeout=120)
    content = json.loads((source / "_build" / "site" / "content" / "index.json").read_text())
    found = [node for node in nodes(content["mdast"]) if node.get("type") == "iframe"]
    assert [(node["src"], node["title"], node["width"]) for node in found] == [(frame, title, "100%")]


def nodes(node):
    yield node
    for child in node.get("children", []):
        yield from nodes(child)


def test_pretext():
    section = f'<section xml:id="s"><title>S</title>{snippets["pretext"]}</section>'
    text = f'<pretext><docinfo/><article xml:id="a"><title>A</title>{section}</article></pretext>'
    project = written("pretext/source/main.ptx", text).parent
    # Without this parameter, PreTeXt asks a server for its scripts.
    target = '<target name="web" format="html" source="main.ptx"><stringparams debug.rs.dev="yes"/></target>'
    written("pretext/project.ptx", f'<project ptx-version="2"><targets>{target}</targets></project>')
    written("pretext/publication/publication.ptx", "<publication/>")
    run(tool("pretext"), "build", "web", cwd=project)
    assert Page((project / "output" / "web" / "s.html").read_text()).has("iframe", src=frame)


os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
failed = []
for name, test in [(name, test) for name, test in globals().items() if name.startswith("test_")]:
    try:
        test()
        print(f"{name.removeprefix('test_')}: as expected")
    except AssertionError as error:
        failed.append(name)
        print(f"{name.removeprefix('test_')}: {error or 'the page lacks the model'}")
sys.exit(bool(failed))
