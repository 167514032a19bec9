#!/usr/bin/env python3
"""Compares the text that a browser displays for sanitized articles with that of the original articles, or of another build.

Reads every feed in the folders with the given command, and again with the other command, or without sanitizing. Displays
both in Chromium with scripts disabled, and compares `innerText` without white space. Articles that differ are listed with
the place of the first difference. Embedded pages that became links are ignored.

usage: BOZOFEED_FEEDS=FOLDER[:FOLDER…] inner_text.py PARSE_FEED [OTHER_PARSE_FEED]

BOZOFEED_BROWSER specifies the browser; the default is `chromium`.
"""
import collections, html, json, os, pathlib, re, subprocess, sys, tempfile

PAGE = """<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-own'; style-src 'unsafe-inline'">
<body><pre id="result"></pre><div id="place"></div><script nonce="own" type="application/json" id="articles">%s</script>
<script nonce="own">
const place = document.getElementById("place"), found = [];
// The text of markup, without links to pages that are not in `hrefs`.
const text = (markup, hrefs) => {
  place.innerHTML = markup;
  const links = [...place.querySelectorAll("a")];
  if (hrefs) links.filter(link => !hrefs.has(link.href)).forEach(link => link.remove());
  const shown = place.innerText.replace(/\\s+/gu, "");
  place.innerHTML = "";
  return [shown, new Set(links.map(link => link.href))];
};
let embeds = 0;
JSON.parse(document.getElementById("articles").textContent).forEach(([ours, other], n) => {
  const [b, hrefs] = text(other);
  let [a] = text(ours);
  if (a === b) return;
  [a] = text(ours, hrefs);
  if (a === b) { embeds += 1; return; }
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  found.push([n, a.length, b.length, a.slice(Math.max(0, at - 30), at + 40), b.slice(Math.max(0, at - 30), at + 40)]);
});
document.getElementById("articles").remove();
document.getElementById("result").textContent = "RESULT" + JSON.stringify([embeds, found]) + "END";
</script>"""


def articles(command, options, path):
    out = subprocess.run([command, "--json", *options, path], capture_output=True).stdout
    for entry in json.loads(out).get("entries", []):
        yield [t.get("value", "") for t in [entry.get("summary"), *entry.get("content", [])] if t and "html" in t.get("media_type", "")]


def differences(pairs):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(PAGE % json.dumps(pairs).replace("<", "\\u003c"), encoding="utf-8")
        browser = os.environ.get("BOZOFEED_BROWSER", "chromium")
        out = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile",
                              "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=600000", "--dump-dom", page.as_uri()],
                             capture_output=True, text=True).stdout
    return json.loads(html.unescape(re.search(r"RESULT(.*)END</pre>", out, re.S).group(1)))


def main():
    if len(sys.argv) < 2 or "BOZOFEED_FEEDS" not in os.environ: sys.exit(__doc__)
    ours, other = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    total, told = collections.Counter(), []
    for folder in os.environ["BOZOFEED_FEEDS"].split(":"):
        pairs, names = [], []
        for path in sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file()):
            kept = list(articles(ours, [], path))
            as_is = list(articles(other or ours, [] if other else ["--no-sanitize"], path))
            for a, b in zip(kept, as_is):
                for x, y in zip(a, b):
                    total["articles"] += 1
                    if x != y: pairs.append([x, y]); names.append(path.name)
        embeds, different = differences(pairs) if pairs else (0, [])
        total["embeds"] += embeds
        for n, length, wanted, found, expected in different:
            total["different"] += 1
            told.append(f"{names[n]}: {length} for {wanted} characters: {found!r} for {expected!r}")
    print("\n".join(told))
    same = 100 * (1 - total["different"] / max(1, total["articles"]))
    print(f"{total['articles']} articles, {total['different']} differ: {same:.3f} % equal; {total['embeds']} of them but for links to other pages, which embedded pages became")


if __name__ == "__main__":
    main()
