// Before anything is drawn, so that a page does not flash in the other colours.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch (error) {
    // Storage may be refused; then the system decides.
  }
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
