// Loads the page again if its code is missing. While the server is upgraded, a page and its files can come from two
// versions, and nothing would answer a click. The server puts this into the HTML of every page.
(function () {
  var KEY = 'chalan-loaded-again';

  /** Loads the page again, once for each version of it; returns whether it does. */
  function loadAgain() {
    try {
      var first = /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="/assets/"]')).src;
      var before = sessionStorage.getItem(KEY) || '';
      if (before.indexOf(first) >= 0 || !navigator.onLine) return false;
      sessionStorage.setItem(KEY, before + ' ' + first);
      location.reload();
      return true;
    } catch {
      // Without storage, it could happen again and again.
      return false;
    }
  }

  /** Says that the page does not react, and lets forms and links do what they do without the client. */
  function sayIncomplete() {
    if (window.endEarlyInput) window.endEarlyInput();
    var text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.style.padding = '1rem';
    text.textContent =
      document.documentElement.lang === 'bn'
        ? 'পাতাটি পুরোপুরি আসেনি। এক মিনিট পরে আবার লোড করুন।'
        : 'This page could not be loaded completely. Load it again in a minute.';
    // The script in the head can fail before the body has begun.
    (document.body || document.documentElement).prepend(text);
  }

  addEventListener(
    'error',
    function (event) {
      var script = /** @type {HTMLScriptElement} */ (event.target);
      if (script.localName !== 'script' || script.type !== 'module') return;
      if (!loadAgain()) sayIncomplete();
    },
    true,
  );
  Object.assign(window, { loadAgain: loadAgain });
})();
