// What the pages of programs and exercises do with a script: kernels become tabs, and the table of the exercises can
// be filtered by skill and sorted. Without it all kernels and all rows are there.
(function () {
  'use strict';

  // Tabs

  function makeTabs(container) {
    const panels = [...container.querySelectorAll(':scope > .tab')];
    const list = document.createElement('div');
    list.className = 'tab-list';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Kernels');
    const tabs = panels.map((panel) => makeTab(panel, () => select(panel)));
    list.append(...tabs);
    container.prepend(list);
    container.classList.add('scripted');

    function select(chosen) {
      panels.forEach((panel, i) => {
        const isChosen = panel === chosen;
        tabs[i].setAttribute('aria-selected', String(isChosen));
        tabs[i].tabIndex = isChosen ? 0 : -1;
        // The browser's search still finds what is hidden so, and says when it does.
        if (isChosen) panel.removeAttribute('hidden');
        else panel.setAttribute('hidden', 'until-found');
      });
      const tab = tabs[panels.indexOf(chosen)];
      list.scrollLeft = Math.min(Math.max(list.scrollLeft, tab.offsetLeft + tab.offsetWidth - list.clientWidth), tab.offsetLeft);
    }

    list.addEventListener('keydown', (event) => {
      const last = tabs.length - 1, here = tabs.indexOf(document.activeElement);
      const to = { ArrowLeft: here > 0 ? here - 1 : last, ArrowRight: here < last ? here + 1 : 0, Home: 0, End: last }[event.key];
      if (here < 0 || to === undefined) return;
      event.preventDefault();
      select(panels[to]);
      tabs[to].focus();
    });
    panels.forEach((panel) => panel.addEventListener('beforematch', () => select(panel)));

    function selectTarget() {
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const panel = target && panels.find((one) => one.contains(target));
      if (!panel) return;
      select(panel);
      target.scrollIntoView();
    }
    select(panels[0]);
    selectTarget();
    window.addEventListener('hashchange', selectTarget);
  }

  function makeTab(panel, choose) {
    const name = panel.querySelector('.tab-name > code');
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = panel.id + '-tab';
    tab.textContent = name.textContent;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', choose);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  }

  // Which exercise trains what

  function makeFilter(container) {
    const rows = [...container.querySelectorAll('tbody tr')];
    const status = container.querySelector('.shown');
    const items = [...container.querySelectorAll('[data-skill]')];
    const skillsOf = (row) => row.dataset.skills.split('|');
    const buttons = items.map((item) => {
      const skill = item.dataset.skill;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = skill + ' ' + rows.filter((row) => skillsOf(row).includes(skill)).length;
      button.addEventListener('click', () => show(button.getAttribute('aria-pressed') === 'true' ? null : item));
      const meaning = item.querySelector('.note').textContent.replace(/ \(\d+\)$/, '');
      item.dataset.meaning = meaning;
      button.title = meaning;
      item.replaceChildren(button);
      return button;
    });
    container.classList.add('scripted');

    function show(chosen) {
      items.forEach((item, i) => buttons[i].setAttribute('aria-pressed', String(item === chosen)));
      const shown = rows.filter((row) => {
        row.hidden = chosen !== null && !skillsOf(row).includes(chosen.dataset.skill);
        return !row.hidden;
      }).length;
      status.textContent = chosen
        ? `${shown} of ${rows.length} exercises train ${chosen.dataset.skill}: ${chosen.dataset.meaning}.`
        : `All ${rows.length} exercises. Choose what you want to train.`;
    }

    const chosenByLink = () => items.find((item) => '#' + item.id === location.hash) || null;
    show(chosenByLink());
    window.addEventListener('hashchange', () => show(chosenByLink()));
    container.querySelectorAll('th[data-sort]').forEach((head) => makeSortable(head, rows));
  }

  // Ascending, descending, and then the book's order again.
  function makeSortable(head, rows) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    const column = head.cellIndex, body = rows[0].parentNode;
    const next = { none: 'ascending', ascending: 'descending', descending: 'none' };
    const inOrder = (a, b) => a.dataset.order - b.dataset.order;
    const text = (row) => row.cells[column].textContent;
    button.addEventListener('click', () => {
      const order = next[head.getAttribute('aria-sort') || 'none'];
      head.parentNode.querySelectorAll('[aria-sort]').forEach((other) => other.removeAttribute('aria-sort'));
      if (order !== 'none') head.setAttribute('aria-sort', order);
      const sign = { none: 0, ascending: 1, descending: -1 }[order];
      body.append(...rows.slice().sort((a, b) => sign * text(a).localeCompare(text(b), 'en') || inOrder(a, b)));
    });
  }

  document.addEventListener('DOMContentLoaded', () => {
    document.querySelectorAll('[data-tabs]').forEach(makeTabs);
    document.querySelectorAll('[data-by-skill]').forEach(makeFilter);
  });
})();
