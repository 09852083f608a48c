// Keeps what a visitor clicks, types and drops in the server's HTML until the client takes it over and repeats it
// (web/app/early-input.tsx). The server puts it into the HTML of the pages that it rendered.
(function () {
  var KEPT_MAX = 50;
  // If the client has not come by then, forms and buttons do what they do without it; what was kept is still repeated.
  var KEEPING_MS = 20000;
  /** @type {{ type: string, target: HTMLElement, value?: string, files?: File[] }[]} */
  var kept = [];

  /** @param {Event} event */
  function keep(event) {
    var target = /** @type {HTMLInputElement | null} */ (event.target);
    if (event.type === 'click') {
      // A list opens when its field is clicked.
      target = target && target.closest('a[href], button, summary, [role=combobox]');
      if (!target || (target.localName !== 'button' && target.role !== 'combobox')) return;
    }
    // The search takes over its field by itself (web/public/early-search.js).
    if (!target || target.id === 'early-search') return;
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
    add(entry);
  }

  /** @param {typeof kept[number]} entry */
  function add(entry) {
    if (kept.length < KEPT_MAX) kept.push(entry);
  }

  // Without the client, the browser would leave the page and open the file.
  /** @param {DragEvent} event */
  function keepFiles(event) {
    var transfer = event.dataTransfer;
    if (!transfer || transfer.types.indexOf('Files') < 0) return;
    event.preventDefault();
    if (event.type === 'drop')
      add({
        type: 'drop',
        target: /** @type {HTMLElement} */ (event.target),
        files: Array.prototype.slice.call(transfer.files),
      });
  }

  /** @type {[string, (event: any) => void][]} */
  var listeners = [
    ['click', keep],
    ['input', keep],
    ['change', keep],
    ['submit', keep],
    ['dragover', keepFiles],
    ['drop', keepFiles],
  ];
  function stop() {
    listeners.forEach(function (each) {
      document.removeEventListener(each[0], each[1], true);
    });
  }
  /** Returns what was kept, once. */
  function end() {
    stop();
    delete window.endEarlyInput;
    return kept.splice(0);
  }
  listeners.forEach(function (each) {
    document.addEventListener(each[0], each[1], true);
  });
  setTimeout(stop, KEEPING_MS);
  Object.assign(window, { endEarlyInput: end });
})();
