// Opens the pages in the chosen language, or in the browser's.
(() => {
  const there = Array.from(%LANGUAGES%);
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("adjudicator.language") ?? "null");
  } catch {
    // no storage
  }
  const spoken = [chosen, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
  location.replace(`${spoken.find((code) => there.includes(code)) ?? there[0]}/${location.search}${location.hash}`);
})();
