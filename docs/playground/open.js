// The button of a page on which its program can be changed and run. Nothing else is fetched before it is pressed, but
// where a link has brought a text: that is shown, and not run. On the page for a reader's own text there is no button.
(() => {
  'use strict';
  const folder = new URL('./', document.currentScript.src).href;
  const NEEDS = 'This browser cannot run it: it lacks WebAssembly with Promise Integration, which Chrome and Edge have ' +
    'from 137 on, and the newest Firefox and Safari.';
  const CANNOT = 'The editor cannot be loaded. If you have opened this page as a file: it needs a server, and ' +
    '`python3 -m http.server` in its folder is one.';

  const fetched = (name, properties) => new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement(name), properties, {onload: resolve, onerror: reject}));
  });

  async function open(place) {
    const [{openPlayground}] = await Promise.all([
      import(folder + 'playground.js'),
      ...['codemirror.css', 'playground.css'].map((file) => fetched('link', {rel: 'stylesheet', href: folder + file})),
      fetched('script', {src: folder + 'codemirror.js'}),
    ]);
    for (const file of ['clike.js', 'matchbrackets.js']) await fetched('script', {src: folder + file});
    await openPlayground(place);
  }

  document.addEventListener('DOMContentLoaded', () => {
    const place = document.querySelector('.playground');
    const button = place.querySelector('button'), note = place.querySelector('.note');
    const start = () => {
      if (!('Suspending' in (window.WebAssembly ?? {}))) {
        note.textContent = NEEDS;
        return;
      }
      if (button) button.disabled = true;
      open(place).catch(() => {
        if (button) button.disabled = false;
        note.textContent = CANNOT;
      });
    };
    place.hidden = false;
    if (button) button.addEventListener('click', start);
    if (!button || location.hash.startsWith('#code=')) start();
  });
})();
