// Sets the theme chosen on this device, if any, before the first paint.
try {
  const chosen = localStorage.getItem("adjudicator.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage: the system's theme applies
}
