// The live picture `shuffle`: who gives to whom in chapter 06's shuffles, played from the trace of a run
// (traces.py). A row is what the lanes' registers hold after a round.
(() => {
  'use strict';

  const patterns = {
    tree: {name: 'a sum in lane 0 (down)', adds: true},
    butterfly: {name: 'a sum in all lanes (xor)', adds: true},
    scan: {name: 'running sums (up)', adds: true},
    down: {name: '__shfl_down_sync by 2', adds: false},
    up: {name: '__shfl_up_sync by 2', adds: false},
    ring: {name: '__shfl_sync, lane + 2: a ring', adds: false},
    broadcast: {name: '__shfl_sync from lane 3', adds: false},
  };

  // Which lanes' values are needed for a result, row by row: in a tree only lane 0's counts.
  function needed(rounds, pattern) {
    const lanes = rounds[0].given.map((_, lane) => lane);
    let wanted = new Set(pattern === 'tree' ? [0] : lanes);
    const rows = [wanted];
    for (const round of [...rounds].reverse()) {
      wanted = new Set([...wanted].flatMap(lane => patterns[pattern].adds ? [lane, round.sources[lane]] : [round.sources[lane]]));
      rows.unshift(wanted);
    }
    return rows;
  }

  // Whether a lane that adds keeps its own value as well, and gets another one.
  const gets = (round, lane) => round.sources[lane] !== lane;

  function distance(round) {
    const lane = round.sources.findIndex((source, at) => source !== at);
    return Math.abs(round.sources[lane] - lane);
  }

  function labelOf(rounds, r, pattern) {
    if (r === 0) return 'before';
    return patterns[pattern].adds ? `${rounds[r - 1].op} ${distance(rounds[r - 1])}` : 'after';
  }

  function rowsOf(rounds, pattern) {
    const use = needed(rounds, pattern), values = [rounds[0].given, ...rounds.map(({after}) => after)];
    return values.map((row, r) => ({
      label: labelOf(rounds, r, pattern),
      boxes: row.map((text, lane) => {
        const own = r > 0 && !gets(rounds[r - 1], lane);
        return {text, kind: !use[r].has(lane) ? 'no-use' : r > 0 && !own ? 'used' : '',
                title: r === 0 ? `lane ${lane}` : `lane ${lane} gets ${rounds[r - 1].got[lane]} from lane ${rounds[r - 1].sources[lane]}`};
      }),
      arrows: r === 0 ? [] : row.flatMap((_, lane) => {
        const {sources} = rounds[r - 1], kind = use[r].has(lane) ? '' : 'no-use';
        const others = [{from: sources[lane], to: lane, kind}];
        return patterns[pattern].adds && sources[lane] !== lane ? [{from: lane, to: lane, kind}, ...others] : others;
      }),
    }));
  }

  function sentence(rounds, r, pattern) {
    const lanes = rounds[0].given.length;
    if (r === 0) return `Each of the ${lanes} lanes has its own number in a register.`;
    const round = rounds[r - 1], {sources, got, after} = round;
    const last = lanes - 1;
    if (pattern === 'broadcast') return `Every lane gets lane 3's number, ${got[0]}: one instruction, no memory.`;
    if (!patterns[pattern].adds) {
      const own = sources.map((source, lane) => source === lane ? lane : -1).filter(lane => lane >= 0);
      const edge = own.length ? ` Lanes ${own.join(' and ')} have nobody there, and get back their own.` :
        ` It goes round: lane ${last} gets ${got[last]} from lane ${sources[last]}.`;
      const other = pattern === 'up' ? 'two below it' : 'two above it';
      return `Each lane gets what the lane ${other} has: lane 4 gets ${got[4]} from lane ${sources[4]}.${edge}`;
    }
    const far = distance(round), end = r === rounds.length;
    if (pattern === 'tree') return `Round ${r}: each lane adds what the lane ${far} above it has. Lane 0 gets ${got[0]} from lane ${sources[0]} and has ${after[0]}.` +
      (end ? ' That is the sum of all; what the others have is of no use.' : '');
    if (pattern === 'butterfly') return `Round ${r}: lanes ${far} apart exchange, and both add. Lane 0 gets ${got[0]} from lane ${sources[0]}, and has ${after[0]}, as lane ${sources[0]} has.` +
      (end ? ' Now all lanes have the sum.' : '');
    return `Round ${r}: each lane adds what the lane ${far} below it has; the lowest ${far === 1 ? 'lane has nobody there and adds' : `${far} lanes have nobody there and add`} nothing. Lane ${last} has ${after[last]}.` +
      (end ? ' Each lane has the sum up to itself.' : '');
  }

  Live.define('shuffle', (figure, settings, kit) => {
    const trace = kit.trace('shuffle');
    kit.title('Who gives to whom in a shuffle');
    const asked = trace['tree-8'][1];
    kit.guess({
      question: 'Eight lanes add up their numbers: each adds what the lane 4 above it has, then 2 above, then 1 above. Which lane gives lane 0 its value in round 2?',
      choices: [1, 2, 4, 6].map(lane => `lane ${lane}`), answer: `lane ${asked.sources[0]}`,
      because: `After round 1 lane ${asked.sources[0]} has ${asked.given[2]}, its own number and lane 6's.`,
      shows: {pattern: 'tree', lanes: 8, step: 2},
    });
    kit.select('pattern', {label: 'Shuffle', options: Object.entries(patterns).map(([key, {name}]) => [key, name]), value: 'tree'});
    kit.select('lanes', {label: 'Lanes', options: [8, 16, 32], value: 8});
    let rounds = [], shown = '', pattern = '';
    const wide = kit.element('div', {class: 'live-wide'});
    kit.stage.append(wide);
    const player = kit.player({count: 2, show: r => {
      const lanes = rounds[0].given.length;
      wide.replaceChildren(Live.rows({
        columns: lanes, now: r, label: `What lanes 0 to ${lanes - 1} have after each round`, rows: rowsOf(rounds, pattern),
        feet: {label: 'lane', boxes: rounds[0].given.map((_, text) => ({text}))},
      }));
      kit.say(sentence(rounds, r, pattern));
    }});
    kit.caption('Filled: a value has come from another lane. Grey: of no use for the result. With 8 or 16 lanes the fourth argument, the width, cuts the warp; the picture shows the first piece.');
    kit.draw(values => {
      const wanted = `${values.pattern}-${values.lanes}`;
      if (wanted === shown) return;
      shown = wanted;
      pattern = values.pattern;
      rounds = trace[wanted];
      player.reset(rounds.length + 1);
    });
  });
})();
