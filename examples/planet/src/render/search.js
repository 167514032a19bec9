"use strict";
(() => {
  const most = 100;
  let typed;
  const find = (id) => document.getElementById(id);
  // Ignores case and marks, like the `search` command.
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const data = JSON.parse(find("index").textContent);
  const entries = data.entries.map(([title, link, place, day, author, text]) => {
    const [feed, name] = data.feeds[place];
    const head = folded(`${title} ${name} ${author ?? ""}`);
    return { title, link, feed, name, day, author, text, head, all: `${head} ${folded(text)}` };
  });
  const make = (name, text, properties) => {
    const element = document.createElement(name);
    element.textContent = text;
    return Object.assign(element, properties);
  };
  const item = (entry) => {
    const line = document.createElement("li");
    const title = make("bdi", entry.title);
    const isWeb = /^https?:/i.test(entry.link ?? "");
    const heading = make(isWeb ? "a" : "span", "", isWeb ? { href: entry.link, rel: "noopener noreferrer" } : {});
    heading.append(title);
    const from = make("a", "", { href: `feeds/${entry.feed}.html` });
    from.append(make("bdi", entry.name));
    const about = document.createElement("small");
    about.append(from, ` · ${entry.day}`);
    line.append(heading, about, make("p", entry.text.slice(0, 200), { dir: "auto" }));
    return line;
  };
  const asked = () => new URLSearchParams(location.search).get("q") ?? "";
  const show = () => {
    const words = folded(find("words").value).split(/\s+/).filter(Boolean);
    const matches = words.length ? entries.filter((entry) => words.every((word) => entry.all.includes(word))) : [];
    const rank = (entry) => (words.every((word) => entry.head.includes(word)) ? 0 : 1);
    // Sorting is stable: within a rank, the newest entry comes first.
    matches.sort((one, other) => rank(one) - rank(other));
    find("found").replaceChildren(...matches.slice(0, most).map(item));
    const { one, many, first } = find("count").dataset;
    const count = matches.length === 1 ? one : many.replace("{n}", matches.length);
    const shown = matches.length > most ? first.replace("{n}", most) : "";
    find("count").textContent = words.length ? count + shown : "";
  };
  find("words").addEventListener("input", () => {
    show();
    // The address can be bookmarked and shared. It changes once the user stops typing, since browsers limit the rate of changes. The
    // address of a file cannot be changed.
    clearTimeout(typed);
    if (location.protocol === "file:") return;
    typed = setTimeout(() => {
      const words = find("words").value.trim();
      history.replaceState(null, "", words ? `?q=${encodeURIComponent(words)}` : location.pathname);
    }, 400);
  });
  addEventListener("popstate", () => {
    find("words").value = asked();
    show();
  });
  find("words").value = asked() || find("words").value;
  find("words").focus();
  show();
})();
