// What every page has: the switch between light and dark, the menu of a phone, buttons that copy code, links to
// paragraphs, the arrow keys that turn the page. Loaded in the head, so that a page does not flash in the other
// theme's colours first.
(() => {
  'use strict';
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  root.classList.add('scripted');

  // A theme that was chosen stays for the next page. Storage may be forbidden.
  const storage = {
    get() { try { return localStorage.getItem('theme'); } catch { return null; } },
    set(theme) { try { localStorage.setItem('theme', theme); } catch { /* it holds for this page */ } },
  };
  if (storage.get()) root.dataset.theme = storage.get();

  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);

  function themeSwitch() {
    const button = document.getElementById('theme');
    const name = () => { button.textContent = isDark() ? 'Light' : 'Dark'; };
    button.hidden = false;
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      storage.set(root.dataset.theme);
      name();
    });
    dark.addEventListener('change', name);
    name();
  }

  // The link to the menu at the foot of the page becomes a button that shows it over the page.
  function menu() {
    const link = document.getElementById('menu'), book = document.getElementById('book');
    const button = document.createElement('button');
    button.id = 'menu';
    button.type = 'button';
    button.textContent = 'Menu';
    button.setAttribute('aria-controls', 'book');
    const show = shown => {
      book.classList.toggle('shown', shown);
      button.setAttribute('aria-expanded', shown);
    };
    show(false);
    button.addEventListener('click', () => show(!book.classList.contains('shown')));
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape' && book.classList.contains('shown')) { show(false); button.focus(); }
    });
    link.replaceWith(button);
    const here = book.querySelector('[aria-current]');
    if (here) book.scrollTop = here.offsetTop - book.clientHeight / 3;
  }

  // Of a console only the commands are copied.
  function copyButtons() {
    for (const block of document.querySelectorAll('.code')) {
      const button = document.createElement('button');
      button.className = 'copy';
      button.type = 'button';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        const commands = [...block.querySelectorAll('kbd')].map(command => command.textContent);
        await navigator.clipboard.writeText(commands.join('\n') || block.querySelector('pre').textContent);
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      });
      block.append(button);
    }
  }

  function linksToPlaces() {
    for (const place of document.querySelectorAll('main > p[id], main :is(h2, h3, h4)[id]:not(summary *)')) {
      const link = document.createElement('a');
      link.className = 'place';
      link.href = `#${place.id}`;
      link.textContent = '¶';
      link.tabIndex = -1;
      link.title = 'Link to here';
      link.setAttribute('aria-label', 'Link to here');
      place.prepend(link);
    }
  }

  // What scrolls sideways can be reached and scrolled by keyboard.
  function scrollable() {
    for (const box of document.querySelectorAll('pre, .table, figure.picture')) {
      const scrolls = box.scrollWidth > box.clientWidth;
      box.classList.toggle('scrolls', scrolls);
      if (!scrolls) {
        box.removeAttribute('tabindex');
      } else {
        box.tabIndex = 0;
        if (!box.hasAttribute('role')) {
          box.setAttribute('role', 'group');
          box.setAttribute('aria-label', box.matches('pre') ? 'Code' : box.matches('.table') ? 'Table' : 'Picture');
        }
      }
    }
  }

  // The list of sections: copied to the top where there is no room beside the text, and marked as one scrolls.
  function contents() {
    const list = document.querySelector('#on-this-page ol'), folded = document.getElementById('contents');
    if (!list) return;
    if (folded) folded.append(list.cloneNode(true));
    const links = new Map([...list.querySelectorAll('a')].map(link => [decodeURIComponent(link.hash.slice(1)), link]));
    const mark = () => {
      let current = null;
      for (const [id, link] of links) {
        link.removeAttribute('aria-current');
        const heading = document.getElementById(id);
        if (heading && heading.getBoundingClientRect().top < innerHeight / 3) current = link;
      }
      if (current) current.setAttribute('aria-current', 'true');
    };
    addEventListener('scroll', () => requestAnimationFrame(mark), {passive: true});
    mark();
  }

  // Left and right turn the page, unless they are somebody else's: a field's, a picture's, of what scrolls.
  function arrowKeys() {
    document.addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      if (event.target.closest('input, select, textarea, [role], [tabindex], figure')) return;
      const rel = {ArrowLeft: 'prev', ArrowRight: 'next'}[event.key];
      const link = rel && document.querySelector(`link[rel="${rel}"]`);
      if (link) location.href = link.href;
    });
  }

  document.addEventListener('DOMContentLoaded', () => {
    themeSwitch();
    menu();
    copyButtons();
    linksToPlaces();
    contents();
    arrowKeys();
    scrollable();
    addEventListener('resize', scrollable);
    document.addEventListener('toggle', scrollable, true);  // what was folded has had no width
  });

  // Live pictures are higher than the still ones whose place they take, so what an address names has moved.
  addEventListener('load', () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place) place.scrollIntoView({behavior: 'instant'});
  });
})();
