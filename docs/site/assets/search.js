// Full-text search with lunr in Doxygen's search field, whose own search finds a title by its first
// word only. The index is loaded when somebody begins to type.
(() => {
  let index = null, results = null;

  function load() {
    if (index !== null) return;
    index = undefined;  // on its way
    const script = document.createElement('script');
    script.src = 'search_index.js';
    script.onload = () => {
      index = lunr(function () {
        this.ref('number');
        this.field('page', {boost: 5});
        this.field('heading', {boost: 8});
        this.field('text');
        bookSections.forEach(([place, page, heading, text], number) => this.add({number, page, heading, text}));
      });
      show();
    };
    document.head.append(script);
  }

  // Whole words first, then words that begin like those typed.
  function find(words) {
    return index.query(query => words.forEach(word => {
      query.term(lunr.tokenizer(word), {boost: 10});
      query.term(lunr.tokenizer(word), {wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false});
    }));
  }

  function show() {
    const field = document.getElementById('MSearchField');
    const words = field.value.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(word => word.length > 1);
    results.hidden = words.length === 0;
    results.replaceChildren();
    if (!index || words.length === 0) return;
    const found = find(words).slice(0, 12);
    for (const {ref} of found) {
      const [place, page, heading, text] = bookSections[ref];
      const link = document.createElement('a');
      link.href = place;
      const title = document.createElement('b');
      title.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
      link.append(title, document.createElement('br'), excerpt(text, words));
      results.append(link);
    }
    if (found.length === 0) results.textContent = 'Nothing found';
  }

  function excerpt(text, words) {
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
    return (at > 0 ? '… ' : '') + text.substr(at, 120) + ' …';
  }

  document.addEventListener('DOMContentLoaded', () => {
    results = document.createElement('div');
    results.id = 'book-results';
    results.hidden = true;
    document.body.append(results);
    // Doxygen's own handlers are inline in its pages, and call this object.
    searchBox.OnSearchFieldChange = () => {};
  });
  document.addEventListener('focusin', event => {
    if (event.target.id === 'MSearchField') load();
  });
  document.addEventListener('input', event => {
    if (event.target.id === 'MSearchField') show();
  });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') results.hidden = true;
    if (event.key === 'Enter' && event.target.id === 'MSearchField') {
      event.preventDefault();
      const first = results.querySelector('a');
      if (first) location = first.href;
    }
  });
  document.addEventListener('click', event => {
    if (results && !results.contains(event.target) && event.target.id !== 'MSearchField') results.hidden = true;
  });
})();
