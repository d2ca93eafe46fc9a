// To the pages in the language that was chosen, or that the browser speaks.
(() => {
  const there = Array.from(%LANGUAGES%);
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("adjudicator.language") ?? "null");
  } catch {
    // nothing is remembered here
  }
  const spoken = [chosen, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
  location.replace(`${spoken.find((code) => there.includes(code)) ?? there[0]}/${location.search}${location.hash}`);
})();
