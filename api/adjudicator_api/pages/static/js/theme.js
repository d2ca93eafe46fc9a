// Before the first paint: the theme that was chosen on this device, if any.
try {
  const chosen = localStorage.getItem("adjudicator.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage here: the system's theme holds
}
