// The live picture `scan`: chapter 05's scans by Hillis and Steele, and by Blelloch, played from the trace of a run
// (traces.py). A row is what shared memory holds after a step; the last one is what goes to global memory.
(() => {
  'use strict';

  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const additions = round => round.writes.filter(({from}) => from.length === 2).length;

  // How far the two words of a sum are apart.
  function distance(round) {
    const sum = round.writes.find(({from}) => from.length === 2);
    return sum.from[1] - sum.from[0];
  }

  // What a round is: input, up, root, down, step (of Hillis and Steele) or result.
  function kindOf(rounds, r, method) {
    if (r === 0) return 'input';
    if (method === 'hillis') return 'step';  // what it leaves is the result
    if (r === rounds.length - 1) return 'result';
    if (rounds[r].writes.some(({moved}) => moved)) return 'down';
    return rounds[r].writes[0].from.length === 0 ? 'root' : 'up';
  }

  function labelOf(rounds, r, method) {
    const kind = kindOf(rounds, r, method);
    if (kind === 'input') return 'input';
    if (kind === 'root') return 'root: 0';
    if (kind === 'result') return 'result';
    return `${kind} ${kind === 'step' ? r : distance(rounds[r])}`;
  }

  // What a thread writes in the end: Blelloch's prefix lacks the thread's own number.
  function resultOf(rounds, method) {
    const last = rounds[rounds.length - 1].values;
    return method === 'hillis' ? last : last.map((value, i) => value + rounds[0].values[i]);
  }

  function boxesOf(rounds, r, method) {
    const round = rounds[r];
    if (kindOf(rounds, r, method) === 'result') return resultOf(rounds, method).map(text => ({text, kind: 'used'}));
    const written = new Map(round.writes.map(write => [write.to, write]));
    return round.values.map((text, i) => {
      const write = written.get(i), changed = write && (r > 0 && write.from.length !== 1 || write.moved);
      return {text, kind: !changed ? '' : write.moved || write.from.length === 0 ? 'moved' : 'used',
              title: write && r > 0 ? `thread ${write.thread}` : `word ${i}`};
    });
  }

  function arrowsOf(rounds, r) {
    return rounds[r].writes.flatMap(({to, from, moved}) => from.map(word => ({from: word, to, kind: moved ? 'moved' : ''})));
  }

  function sentence(rounds, r, method) {
    const round = rounds[r], n = round.values.length, kind = kindOf(rounds, r, method);
    const adds = additions(round), all = plural(adds, 'addition');
    if (kind === 'input') return method === 'hillis' ? `${n} threads have stored a number each.` :
      `${round.threads.length} threads have stored two numbers each.`;
    if (kind === 'result') {
      const sum = resultOf(rounds, method)[n - 1];
      const before = rounds.slice(0, r).reduce((total, each) => total + additions(each), 0);
      return `Each thread adds each of its two numbers to the sum before it: ${before} additions in ${r - 2} rounds of the tree, and these ${n}. The last running sum is ${sum}.`;
    }
    if (kind === 'root') return 'Thread 0 sets the last word to 0: nothing is left of the whole. From here the prefixes come down.';
    if (kind === 'step') {
      const done = rounds.reduce((total, each) => total + additions(each), 0);
      return `Step ${r}: ${all}. Each word gets the one ${plural(distance(round), 'place')} before it added, and now covers up to ${2 * distance(round)} numbers.` +
        (r === rounds.length - 1 ? ` These are all running sums, after ${done} additions; the last is ${round.values[n - 1]}.` : '');
    }
    if (kind === 'up') return `Up, offset ${distance(round)}: ${all}. ${adds === 1 ? 'The last word is the sum of all.' : `Every ${distance(round) === 1 ? 'second' : `${2 * distance(round)}th`} word is now the sum of ${2 * distance(round)} numbers.`}`;
    const {to} = round.writes.find(({moved}) => !moved);
    return `Down, offset ${distance(round)}: ${plural(adds, 'pair')}. In each, the left word gets what the right one had (dashed), and the right word gets both added: word ${to} is now ${round.values[to]}.`;
  }

  Live.define('scan', (figure, settings, kit) => {
    const trace = kit.trace('scan');
    kit.title('All running sums of a block');
    kit.guess({
      question: 'For 8 numbers, Hillis and Steele make 7 + 6 + 4 = 17 additions in 3 steps. How many does a tree make, up and down, in 6 rounds?',
      choices: [7, 14, 17, 24], answer: 14,
      because: 'On the way up 4 + 2 + 1 = 7, and on the way down as many. For 1024 numbers it is 2046 instead of 9217, but in twice as many rounds.',
      shows: {method: 'blelloch', words: 8},
    });
    kit.select('method', {label: 'Method', value: 'blelloch',
                          options: [['blelloch', 'Blelloch: up and down'], ['hillis', 'Hillis and Steele']]});
    kit.select('words', {label: 'Words', options: [8, 16, 32], value: 8});
    let rounds = [], shown = '', method = '';
    const wide = kit.element('div', {class: 'live-wide'}), counts = kit.element('p', {class: 'live-counts'});
    kit.stage.append(wide, counts);
    const player = kit.player({count: 2, show: r => {
      const words = rounds[r].values.length;
      const picture = Live.rows({
        columns: words, now: r, label: `What the ${words} words hold after each step`,
        rows: rounds.map((round, i) => ({label: labelOf(rounds, i, method), boxes: boxesOf(rounds, i, method),
                                         arrows: arrowsOf(rounds, i)})),
      });
      wide.replaceChildren(picture);
      const upTo = rounds.slice(0, r + 1);
      counts.replaceChildren('Until now: ',
        kit.element('span', {}, kit.element('b', {'data-count': 'additions'},
          upTo.reduce((sum, round) => sum + additions(round), 0)), ' additions in shared memory'),
        kit.element('span', {}, kit.element('b', {'data-count': 'requests'},
          upTo.reduce((sum, round) => sum + round.requests, 0)), ' requests'));
      kit.say(sentence(rounds, r, method));
    }});
    kit.caption('Filled: a sum was written. Dashed: a value has moved, or was set.');
    kit.draw(values => {
      const wanted = `${values.method}-${values.words}`;
      if (wanted === shown) return;
      shown = wanted;
      method = values.method;
      rounds = trace[wanted];
      player.reset(rounds.length);
    });
  });
})();
