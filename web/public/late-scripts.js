// Starts the client of a page that the server rendered once the page has been painted. The page is read without it, and
// its scripts would compete with the paint for the connection and the processor. The server puts this into the HTML of
// the pages that it rendered (api/domain/site/pages-html.ts).
(function () {
  // A page in the background is not painted.
  var UNPAINTED_MS = 2000;
  var isStarted = false;

  function start() {
    if (isStarted) return;
    isStarted = true;
    document.querySelectorAll('link[rel="later"]').forEach(function (link) {
      link.setAttribute('rel', 'modulepreload');
    });
    document.querySelectorAll('script[type="later"]').forEach(function (later) {
      var script = document.createElement('script');
      script.type = 'module';
      script.src = /** @type {HTMLScriptElement} */ (later).src;
      document.body.append(script);
    });
  }

  document.addEventListener('DOMContentLoaded', function () {
    // The second frame begins when the first one has been painted.
    requestAnimationFrame(function () {
      requestAnimationFrame(start);
    });
    setTimeout(start, UNPAINTED_MS);
  });
})();
