// The live picture `reduction`: chapter 05's trees of sums in shared memory, played from the trace of a run
// (traces.py). A row is what the words of the block's array hold after a round; below stand the lanes that add.
(() => {
  'use strict';

  const orders = {
    neighbouring: 'neighbouring pairs (rung 1)',
    packed: 'the same pairs, full warps (rung 2)',
    interleaved: 'interleaved pairs (rung 3)',
  };
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

  // The sum of what the rounds up to this one have cost.
  function total(rounds, last, what) {
    return rounds.slice(0, last + 1).reduce((sum, round) => sum + round[what], 0);
  }

  function labelOf(rounds, r) {
    return r === 0 ? 'words' : r === rounds.length - 1 ? 'result' : `round ${r}`;
  }

  // The words that lanes of one warp write, in one request, to the same bank.
  function crowded(round) {
    const words = new Map();
    for (const {thread, to} of round.writes) {
      const place = `${Math.floor(thread / 32)} ${to % 32}`;
      words.set(place, [...words.get(place) || [], to]);
    }
    return new Set([...words.values()].filter(each => each.length > 1).flat());
  }

  function boxesOf(round) {
    const meets = crowded(round);
    const written = new Map(round.writes.map(write => [write.to, write]));
    const read = new Set([...round.reads, ...round.writes.flatMap(write => write.from)]);
    return round.values.map((value, i) => {
      const write = written.get(i);
      return {
        text: value,
        kind: meets.has(i) ? 'crowded' : write && write.from.length ? 'used' : read.has(i) ? 'read' : '',
        title: write && write.from.length ? `thread ${write.thread}: word ${write.from.join(' + word ')}, bank ${i % 32}`
                                          : `word ${i}, bank ${i % 32}`,
      };
    });
  }

  function sentence(rounds, r, words) {
    const round = rounds[r], count = rounds.length - 2;
    if (r === 0) return `Each of the ${words} threads has stored its number: word t is thread t's. The tree takes ${count} rounds.`;
    if (r === count + 1) return `Thread 0 reads word 0: the sum is ${round.values[0]}.`;
    const some = round.writes.slice(0, 2).map(({thread, to, from}) =>
      `thread ${thread} adds word ${from.find(word => word !== to)} to word ${to}`);
    const more = round.writes.length > 2 ? `${some.join(', ')}, and so on` : some.join(' and ');
    const warps = new Set(round.threads.map(thread => Math.floor(thread / 32)));
    const busy = words > 32 ? ` in ${plural(warps.size, 'warp')}` : '';
    const banks = round.turns === 1 ? 'No two lanes want different words of one bank.' :
      `In some bank, lanes want ${round.turns} different words: each of those requests takes ${round.turns} wavefronts.`;
    return `Round ${r} of ${count}: ${plural(round.threads.length, 'thread')} ${round.threads.length === 1 ? 'adds' : 'add'}${busy}: ${more}. ${banks}`;
  }

  // Who adds, thread by thread, under the words.
  function feetOf(round, words) {
    const active = new Set(round.threads);
    return {label: 'threads', boxes: Array.from({length: words}, (_, t) =>
      ({text: active.has(t) ? '●' : '·', kind: active.has(t) ? 'active' : ''}))};
  }

  Live.define('reduction', (figure, settings, kit) => {
    const trace = kit.trace('reduction');
    kit.title('A block adds up its words');
    kit.guess({
      question: 'A block adds up 32 words in a tree. How many rounds does it take?',
      choices: [4, 5, 16, 31], answer: 5,
      because: 'Each round halves the number of sums: 16, 8, 4, 2, 1. All additions of a round can run at the same time.',
      shows: {words: 32},
    });
    kit.select('order', {label: 'Pairs', options: Object.entries(orders), value: 'neighbouring'});
    kit.select('words', {label: 'Words', options: [8, 16, 32, 64, 128], value: 8});
    let rounds = [], shown = '';

    const wide = kit.element('div', {class: 'live-wide'}), counts = kit.element('p', {class: 'live-counts'});
    kit.stage.append(wide, counts);
    const player = kit.player({count: 2, show: r => {
      const words = rounds[r].values.length;
      const all = rounds.map((round, i) => ({
        label: labelOf(rounds, i), boxes: boxesOf(round),
        arrows: round.writes.flatMap(({to, from}) => from.map(word => ({from: word, to}))),
      }));
      const first = words > 32 ? Math.max(0, r - 1) : 0;  // many words: this round and the one before
      const picture = Live.rows({
        columns: Math.min(words, 32), now: r - first, label: `What the ${words} words hold after each round`,
        rows: words > 32 ? all.slice(first, first + 2) : all,
        feet: feetOf(rounds[r], words),
      });
      wide.replaceChildren(picture);
      const cost = ['requests', 'wavefronts', 'conflicts'].map(what => total(rounds, r, what));
      counts.replaceChildren('Until now: ', ...['requests', 'wavefronts', 'bank conflicts'].map((name, i) =>
        kit.element('span', {}, kit.element('b', {'data-count': name}, cost[i]), ` ${name}`)));
      kit.say(sentence(rounds, r, words));
    }});
    kit.caption('Filled: written in this round. Outlined: only read. ● marks the threads that add, ',
                'thread 0 first; 32 in a line are a warp. ',
                'With more than 32 words, those below each other share a bank; dashed: written at once, in one bank.');
    kit.draw(({order, words}) => {
      const wanted = `${order}-${words}`;
      if (wanted === shown) return;
      shown = wanted;
      rounds = trace[wanted];
      player.reset(rounds.length);
    });
  });
})();
