// The search of the book: results below the field #search of each page's header, and all of them in search.html.
// What is found comes from lunr and the index that index_search.py has made of the pages; both are loaded
// when somebody turns to the field. The page works without any of this: the field's form leads to search.html.
(() => {
  'use strict';
  const assets = new URL('.', document.currentScript.src);
  const LISTED = 8;       // results below the field
  const SECTIONS = 3;     // further sections of a page, in search.html
  const READ = 40;        // pages whose texts are read once more, for words that follow each other,
  const LETTERS = 200e3;  // until so many letters are read: a bigger book makes no search slower
  const ENOUGH = 3;       // pages that have all the words: the others are left out
  // What a page is, of which chapter N.
  const KINDS = {
    chapter: 'Chapter N', deeper: 'Chapter N: going deeper', questions: 'Chapter N: test yourself',
    measured: 'Chapter N: measured', exercise: 'Exercise of chapter N', program: 'Program of chapter N',
    glossary: 'Glossary', reference: 'Reference',
  };
  const COMMON = new Set(('a an and are as at be by can do does for from has have how i if in is it its me my of on or ' +
    'that the their then there this to was what when where which who why with you your').split(' '));

  // ---- Finding ----

  let book = null;   // {pages, sections, index}

  // The words of a text, with the places where they begin and end. A name is one word, and has parts: as words_of in
  // index_search.py.
  function wordsOf(text) {
    return [...text.matchAll(/_*[\p{L}\p{N}][\p{L}\p{N}_]*/gu)].map(match => {
      const name = match[0].replace(/^_+|_+$/g, '');
      const parts = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) || []).filter(part => part.length > 1);
      return {word: name.toLowerCase(), parts: parts.map(part => part.toLowerCase()), start: match.index, end: match.index + match[0].length};
    });
  }

  // Words such as `the` count only where there is no other.
  function telling(words) {
    const rare = words.filter(({word}) => !COMMON.has(word));
    return rare.length > 0 ? rare : words;
  }

  // The words to look for.
  const wordsToFind = query => [...new Set(telling(wordsOf(query)).map(({word}) => word))];

  // How many letters of a word may be wrong.
  const errorsIn = word => word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

  // What the index has for one word: a Map from a section's number to {score, terms}, its words that were found. The word as it is typed comes
  // before longer words that begin so, and those before words of the same stem; words that are only similar are looked
  // for where there is none of them.
  function sectionsWith(word) {
    const found = new Map();
    const add = (term, options, weight) => {
      for (const {ref, score, matchData} of book.index.query(query => query.term(term, {usePipeline: false, ...options}))) {
        const entry = found.get(ref) || {score: 0, terms: new Set()};
        entry.score = Math.max(entry.score, weight * score);
        Object.keys(matchData.metadata).forEach(name => entry.terms.add(name));
        found.set(ref, entry);
      }
    };
    const beginning = {wildcard: lunr.Query.wildcard.TRAILING};
    add(word, {}, 1);
    if (word.length > 1) add(word, beginning, 0.4);
    const stem = lunr.stemmer(new lunr.Token(word)).toString();
    if (stem.length > 2 && word.startsWith(stem) && stem !== word) add(stem, beginning, 0.3);
    if (found.size === 0 && errorsIn(word) > 0) add(word, {editDistance: errorsIn(word)}, 0.3);
    return found;
  }

  // Words that may be one name: `cuda malloc managed`, `launch bounds`.
  function joined(words) {
    const names = [];
    for (let first = 0; first + 1 < words.length; ++first) {
      for (let end = first + 2; end <= Math.min(words.length, first + 4); ++end) {
        names.push(words.slice(first, end).join(''), words.slice(first, end).join('_'));
      }
    }
    return names.filter(name => name in book.index.invertedIndex);
  }

  // How much more a section counts than its words by themselves: where its heading is what was asked for, and where the
  // words follow each other. `terms` has a Set of what was found for each word.
  function nearness(section, terms) {
    const [, anchor, heading, text] = book.sections[section];
    if (text === '') return 1;
    const begins = (words, at) => terms.every((found, i) => words[at + i] && found.has(words[at + i].word));
    const follow = where => telling(wordsOf(where)).some((_, at, words) => begins(words, at));
    const inHeading = wordsOf(heading);
    if (begins(inHeading, 0)) return inHeading.length === terms.length ? 2.5 : anchor ? 1.8 : 2.2;
    if (terms.length === 1) return 1;
    if (follow(heading)) return 1.4;
    return follow(text) ? 1.5 : 1;
  }

  // The pages that have one of the words, with the sections that do: of each its scores, a number per word, and its own
  // words that were found, each with the number of the word that it stands for.
  function pagesWith(words, lists) {
    const pages = new Map();
    const sectionOf = ref => {
      const page = book.sections[ref][0];
      if (!pages.has(page)) pages.set(page, {page, sections: new Map()});
      const {sections} = pages.get(page);
      if (!sections.has(ref)) sections.set(ref, {section: Number(ref), scores: words.map(() => 0), name: 0, terms: new Map()});
      return sections.get(ref);
    };
    lists.forEach((list, number) => {
      for (const [ref, {score, terms}] of list) {
        const section = sectionOf(ref);
        section.scores[number] = score;
        terms.forEach(term => section.terms.set(term, number));
      }
    });
    for (const name of joined(words)) {
      for (const [ref, {score, terms}] of sectionsWith(name)) {
        const section = sectionOf(ref);
        section.name = Math.max(section.name, score);
        terms.forEach(term => section.terms.set(term, name));
      }
    }
    return [...pages.values()].map(({page, sections}) => ({page, sections: [...sections.values()]}));
  }

  // The pages that a query finds, best first, and the sections of each, best first.
  function find(query) {
    const words = wordsToFind(query);
    const lists = words.map(sectionsWith);
    const terms = lists.map(list => new Set([...list.values()].flatMap(({terms}) => [...terms])));
    const share = scores => scores.filter(score => score > 0).length / words.length;
    const rank = list => list.sort((a, b) => b.score - a.score);
    let results = pagesWith(words, lists);
    // A section counts for each word that it has, and somewhat for those that only other sections of its page have.
    for (const result of results) {
      const best = words.map((_, number) => Math.max(...result.sections.map(({scores}) => scores[number])));
      result.has = share(best);
      for (const section of result.sections) {
        const sum = section.scores.reduce((total, score, number) => total + Math.max(score, 0.2 * best[number]), 0);
        section.score = (sum + 2 * section.name) * result.has ** 2 * share(section.scores);
      }
      result.score = rank(result.sections)[0].score;
    }
    const whole = results.filter(({has}) => has === 1);
    if (whole.length >= ENOUGH) results = whole;
    let letters = 0;
    for (const result of rank(results).slice(0, READ)) {
      if (letters > LETTERS) break;
      for (const section of result.sections.slice(0, 4)) {
        section.score *= nearness(section.section, terms);
        letters += book.sections[section.section][3].length;
      }
      result.score = rank(result.sections)[0].score;
    }
    return rank(results);
  }

  // ---- Showing ----

  const element = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  // Which of the query's words a word of a text stands for: itself, or a part of it.
  const standsFor = ({word, parts}, terms) => [word, ...parts].filter(name => terms.has(name)).map(name => terms.get(name));
  const hitsIn = (text, terms) => wordsOf(text).filter(word => standsFor(word, terms).length > 0);

  // A text in which the words found are marked.
  function marked(text, terms) {
    const pieces = [];
    let at = 0;
    for (const {start, end} of hitsIn(text, terms)) {
      pieces.push(text.slice(at, start), element('mark', {}, text.slice(start, end)));
      at = end;
    }
    return [...pieces, text.slice(at)];
  }

  // The piece of a text that has most of the query's words, from the beginning of a word to the end of one.
  function excerpt(text, terms, length) {
    const hits = hitsIn(text, terms);
    const lead = length / 4;
    let best = {start: 0, count: 0};
    hits.forEach(({start}, number) => {
      const near = hits.slice(number).filter(({end}) => end <= start + length - lead);
      const count = new Set(near.flatMap(hit => standsFor(hit, terms))).size;
      if (count > best.count) best = {start, count};
    });
    const start = best.start > lead ? text.indexOf(' ', best.start - lead) + 1 : 0;
    const end = start + length < text.length ? text.lastIndexOf(' ', start + length) : text.length;
    return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
  }

  // What a section says of the words: a piece of its text, or the names in its code, where only that has them.
  function saying({section, terms}, length) {
    const [, , , text, code] = book.sections[section];
    const names = hitsIn(text, terms).length > 0 ? [] : hitsIn(code, terms).slice(0, 6);
    if (names.length === 0) return marked(excerpt(text, terms, length), terms);
    return ['In the code: ', element('code', {}, names.map(({start, end}) => code.slice(start, end)).join(' '))];
  }

  function address(section) {
    const [page, anchor] = book.sections[section];
    return new URL(`../${book.pages[page][0]}${anchor && '#' + anchor}`, assets).href;
  }

  // `02 · Memory spaces` is labelled Chapter 02 already.
  const withoutNumber = title => title.replace(/^\d\d(?: ·|:) /, '');

  // Where a section is: what its page is, and the page's title where that says more.
  function placeOf(page, isSection) {
    const [, title, kind, chapter] = book.pages[page];
    const what = (KINDS[kind] || '').replace('N', chapter);
    const more = isSection && !['deeper', 'questions', 'measured', 'glossary', 'reference'].includes(kind);
    return [what, more ? withoutNumber(title) : ''].filter(Boolean).join(' · ');
  }

  function parts(result, length) {
    const [best] = result.sections;
    const [page, anchor, heading] = book.sections[best.section];
    return [
      element('span', {class: 'found-title'}, ...marked(withoutNumber(anchor ? heading : book.pages[page][1]), best.terms)),
      ' ', element('span', {class: 'found-place'}, placeOf(page, anchor !== '')),
      ' ', element('span', {class: 'found-text'}, ...saying(best, length)),
    ];
  }

  const counted = count => count === 0 ? 'Nothing found' : count === 1 ? '1 page' : `${count} pages`;

  // ---- The list below the field ----

  function combobox(field) {
    const list = element('div', {id: 'found', role: 'listbox', 'aria-label': 'Pages found', hidden: ''});
    const status = element('div', {id: 'found-count', role: 'status'});  // for a screen reader, unless nothing is found
    field.after(list, status);
    for (const [name, value] of Object.entries({
      role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'found', 'aria-expanded': 'false',
      autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
    })) field.setAttribute(name, value);
    let active = -1;

    function open(shown) {
      list.hidden = !shown;
      status.classList.remove('nothing');
      field.setAttribute('aria-expanded', String(shown));
      if (!shown) choose(-1);
    }

    function choose(number) {
      const options = [...list.children];
      active = options.length === 0 ? -1 : number;
      options.forEach((option, index) => option.setAttribute('aria-selected', String(index === active)));
      if (active < 0) {
        field.removeAttribute('aria-activedescendant');
      } else {
        field.setAttribute('aria-activedescendant', options[active].id);
        options[active].scrollIntoView({block: 'nearest'});
      }
    }

    function show() {
      const query = field.value.trim();
      const results = find(query);
      const options = results.slice(0, LISTED).map((result, number) => element('a', {
        id: `found-${number}`, role: 'option', tabindex: -1, 'aria-selected': 'false',
        href: address(result.sections[0].section), 'data-kind': book.pages[result.page][2],
      }, ...parts(result, 120)));
      const all = new URL('../search.html', assets);
      all.searchParams.set('q', query);
      if (results.length > 0) options.push(element('a', {
        id: 'found-all', role: 'option', tabindex: -1, 'aria-selected': 'false', href: all.href,
      }, results.length === 1 ? 'Show it with its sections' : `Show all ${counted(results.length)}`));
      list.replaceChildren(...options);
      list.scrollTop = 0;
      choose(-1);
      open(results.length > 0);
      status.textContent = query === '' ? '' : counted(results.length);
      status.classList.toggle('nothing', query !== '' && results.length === 0);
    }

    field.addEventListener('focus', () => load());
    field.addEventListener('input', () => load().then(show));
    field.addEventListener('keydown', event => {
      const last = list.children.length - 1;
      if (event.key === 'Escape' && !list.hidden) {
        open(false);
      } else if (event.key === 'ArrowDown' && list.hidden && field.value.trim() !== '') {
        load().then(show);
      } else if (event.key === 'ArrowDown' && !list.hidden) {
        choose(active === last ? -1 : active + 1);
      } else if (event.key === 'ArrowUp' && !list.hidden) {
        choose(active === -1 ? last : active - 1);
      } else if (event.key === 'Enter' && active >= 0) {
        list.children[active].click();
      } else {
        return;  // the field's own key: without a choice, Enter opens search.html
      }
      event.preventDefault();
    });
    list.addEventListener('mousedown', event => event.preventDefault());  // the focus stays in the field
    list.addEventListener('click', () => open(false));
    field.addEventListener('blur', () => open(false));
  }

  // ---- search.html ----

  function wholePage(field, list) {
    const status = document.getElementById('search-summary');

    function item(result) {
      const link = element('a', {href: address(result.sections[0].section)}, ...parts(result, 240));
      const more = result.sections.slice(1, 1 + SECTIONS).filter(({section, score}) => book.sections[section][1] && score > result.score / 4);
      if (more.length === 0) return element('li', {}, link);
      return element('li', {}, link, element('ul', {}, ...more.map(({section, terms}) =>
        element('li', {}, element('a', {href: address(section)}, ...marked(book.sections[section][2], terms))))));
    }

    function show() {
      const query = field.value.trim();
      document.title = (query ? `${query} · ` : '') + 'Search · CUDA by Chapter';
      const results = query === '' ? [] : find(query);
      status.textContent = query === '' ? 'Type what you are looking for into the field above.' :
        results.length > 0 ? `${counted(results.length)} about “${query}”` :
        `Nothing found for “${query}”. Other words may help, or fewer of them.`;
      list.replaceChildren(...results.map(item));
    }

    field.value = new URLSearchParams(location.search).get('q') || '';
    field.addEventListener('input', () => load().then(() => {
      show();
      history.replaceState(null, '', '?' + new URLSearchParams({q: field.value.trim()}));
    }));
    field.form?.addEventListener('submit', event => event.preventDefault());
    load().then(show);
  }

  // ---- Beginning ----

  let loaded = null;  // a promise: lunr, the index and the style

  function load() {
    const loading = (tag, attributes) => new Promise((done, failed) => {
      const made = element(tag, attributes);
      made.onload = done;
      made.onerror = failed;
      document.head.append(made);
    });
    loaded ??= Promise.all([
      loading('script', {src: new URL('lunr.min.js', assets).href}),
      loading('script', {src: new URL('search_index.js', assets).href}),
      loading('link', {rel: 'stylesheet', href: new URL('search.css', assets).href}),
    ]).then(() => {
      book.index = lunr.Index.load(book.lunr);
      delete book.lunr;
    });
    return loaded;
  }

  window.bookSearch = data => { book = data; };  // called by search_index.js

  function begin() {
    const field = document.getElementById('search');
    if (!field) return;
    const results = document.getElementById('search-results');
    if (results) wholePage(field, results);
    else combobox(field);
    document.addEventListener('keydown', event => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
