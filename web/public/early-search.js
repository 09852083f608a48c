// Opens a field for the search on Ctrl-K, on a Mac Cmd-K, until the client has come and continues with what was typed
// (web/app/shell/early-search.ts). The server puts it into the HTML of the pages of whoever is signed in.
(function () {
  var ID = 'early-search';
  var LENGTH_MAX = 100;
  // Where the search's own field comes.
  var LOOK =
    'position:fixed;z-index:2000;top:4rem;left:50%;transform:translateX(-50%);width:min(32rem,100vw);height:3.5rem;' +
    'padding:0 1rem;border:1px solid;border-radius:6px;outline:none;background:Field;color:FieldText;font:inherit';

  function show() {
    if (document.getElementById(ID)) return;
    var field = document.createElement('input');
    field.id = ID;
    field.maxLength = LENGTH_MAX;
    field.autocomplete = 'off';
    field.placeholder = document.documentElement.lang === 'bn' ? 'খুঁজুন' : 'Search';
    field.style.cssText = LOOK;
    field.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') field.remove();
    });
    // Whoever goes elsewhere does not search. A window in the background keeps its focus.
    field.addEventListener('blur', function () {
      if (document.activeElement !== field) field.remove();
    });
    document.body.append(field);
    field.focus();
  }

  /** @param {KeyboardEvent} event */
  function listen(event) {
    var isMac = navigator.userAgent.indexOf('Mac OS X') >= 0;
    if (!/^k$/i.test(event.key) || !(isMac ? event.metaKey : event.ctrlKey) || !document.body) return;
    event.preventDefault();
    show();
  }
  document.addEventListener('keydown', listen, true);

  Object.assign(window, {
    earlySearch: {
      show: show,
      end: function () {
        document.removeEventListener('keydown', listen, true);
      },
    },
  });
})();
