// Sets the theme before the first paint. The server puts it into the page's HTML.
(function () {
  var saved = null;
  try {
    saved = localStorage.getItem('chalan-color-mode');
  } catch {
    saved = null;
  }
  var dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
