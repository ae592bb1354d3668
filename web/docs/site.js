// The menu of small screens, the choice of colours, and the search; everything works from file://.
(() => {
  const root = document.body.dataset.root;
  const menu = document.getElementById("menu");
  const sidebar = document.getElementById("sidebar");
  const query = document.getElementById("query");
  const results = document.getElementById("results");
  const theme = document.getElementById("theme");

  const openMenu = (open) => {
    sidebar.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => openMenu(!sidebar.classList.contains("open")));

  const nameTheme = () => {
    theme.textContent = document.documentElement.dataset.theme === "dark" ? "Light" : "Dark";
  };
  theme.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch (error) {
      // It lasts as long as the page then.
    }
    nameTheme();
  });
  nameTheme();

  let index = null;
  const makeIndex = () =>
    lunr(function () {
      this.ref("number");
      this.field("page", { boost: 6 });
      this.field("heading", { boost: 8 });
      this.field("text");
      this.pipeline.remove(lunr.stopWordFilter);
      window.argesSearch.forEach((section, number) => this.add({ number, ...section }));
    });

  // Options are words without their dashes; what has been typed of a word is enough.
  const find = (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
    return index.query((asked) => {
      for (const word of words) {
        asked.term(word, { presence: lunr.Query.presence.REQUIRED, wildcard: lunr.Query.wildcard.TRAILING });
        asked.term(word, { boost: 5 });
      }
    });
  };

  const around = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()));
    return (at > 40 ? "… " : "") + text.slice(Math.max(0, at - 40), at + 100);
  };

  const showResults = () => {
    const text = query.value.trim();
    results.replaceChildren();
    results.hidden = !text;
    if (!text) return;
    index ??= makeIndex();
    const found = find(text).slice(0, 12);
    if (!found.length) results.textContent = "Nothing found.";
    for (const { ref } of found) {
      const section = window.argesSearch[Number(ref)];
      const link = document.createElement("a");
      link.href = root + section.url;
      const name = document.createElement("strong");
      name.textContent = section.page === section.heading ? section.page : `${section.page}: ${section.heading}`;
      const part = document.createElement("span");
      part.textContent = around(section.text, text.split(/\s+/)[0].replace(/^-+/, ""));
      link.append(name, part);
      results.append(link);
    }
  };
  query.addEventListener("input", showResults);

  const links = () => [...results.querySelectorAll("a")];
  const move = (by) => {
    const all = links();
    const next = all.indexOf(document.activeElement) + by;
    if (next < 0) query.focus();
    else if (next < all.length) all[next].focus();
  };
  document.addEventListener("keydown", (event) => {
    const typing = document.activeElement === query;
    const searching = typing || results.contains(document.activeElement);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      query.focus();
    } else if (searching && event.key === "ArrowDown") {
      event.preventDefault();
      move(1);
    } else if (searching && event.key === "ArrowUp") {
      event.preventDefault();
      move(-1);
    } else if (typing && event.key === "Enter" && links().length) {
      links()[0].click();
    } else if (event.key === "Escape") {
      query.value = "";
      showResults();
      if (sidebar.classList.contains("open")) menu.focus();
      openMenu(false);
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("search")) results.hidden = true;
  });

  // What can be scrolled can be reached by the keyboard.
  for (const block of document.querySelectorAll("pre, .wide"))
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
})();
