// Keeps what a visitor clicks and types in the server's HTML until the client takes it over and repeats it
// (web/app/early-input.tsx). The server puts it into the HTML of the pages that it rendered.
(function () {
  var KEPT_MAX = 50;
  // If the client has not come by then, forms and buttons do what they do without it; what was kept is still repeated.
  var KEEPING_MS = 20000;
  /** @type {{ type: string, target: HTMLElement, value: string | undefined }[]} */
  var kept = [];

  /** @param {Event} event */
  function keep(event) {
    var target = /** @type {HTMLInputElement | null} */ (event.target);
    if (event.type === 'click') {
      // A list opens when its field is clicked.
      target = target && target.closest('a[href], button, summary, [role=combobox]');
      if (!target || (target.localName !== 'button' && target.role !== 'combobox')) return;
    }
    if (!target) return;
    if (event.type === 'click' || event.type === 'submit') {
      event.preventDefault();
      event.stopPropagation();
    }
    var entry = { type: event.type, target: target, value: target.value };
    // Of what is typed into a field, the last value counts.
    if (event.type === 'input')
      kept = kept.filter(function (earlier) {
        return earlier.type !== 'input' || earlier.target !== target;
      });
    if (kept.length < KEPT_MAX) kept.push(entry);
  }

  var types = ['click', 'input', 'change', 'submit'];
  function stop() {
    types.forEach(function (type) {
      document.removeEventListener(type, keep, true);
    });
  }
  /** Returns what was kept, once. */
  function end() {
    stop();
    delete window.endEarlyInput;
    return kept.splice(0);
  }
  types.forEach(function (type) {
    document.addEventListener(type, keep, true);
  });
  setTimeout(stop, KEEPING_MS);
  Object.assign(window, { endEarlyInput: end });
})();
