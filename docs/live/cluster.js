// The live picture `cluster`: which block of a cluster uses whose shared memory in distributed_shared_memory
// (chapter 11), played from the trace of a run (traces.py). The numbers are those of thread 0 of each block.
(() => {
  'use strict';

  const kernels = {
    pull: 'read the next block\'s',
    push: 'write to the next block',
    add_all: 'read all blocks\'',
  };

  // What each block has before a stage: its number from global memory, its tile, and what it has got.
  function states(stages) {
    const size = stages.find(stage => stage.moves).moves.length;
    const tilesFrom = at => stages.slice(at).find(stage => stage.sync).tiles;  // at the next barrier
    const state = {own: [], tile: Array(size).fill(''), got: Array(size).fill('')};
    const filled = stages.findIndex(stage => stage.moves && stage.moves[0].op === 'store');
    for (const {rank, owner} of stages[filled].moves) state.own[rank] = tilesFrom(filled)[owner];
    const all = [];
    for (const stage of stages) {
      for (const {rank, owner, op} of stage.moves || []) {
        if (op === 'store') state.tile[owner] = state.own[rank];
        else state.got[rank] = Number(state.got[rank]) + state.tile[owner];
      }
      all.push({own: [...state.own], tile: [...state.tile], got: [...state.got]});
    }
    return all;
  }

  function picture(stages, at) {
    const state = states(stages)[at], {moves = []} = stages[at];
    const kindOf = op => moves.some(move => move.op === op) ? 'used' : '';
    const arrows = op => moves.filter(move => move.op === op).map(({rank, owner}) =>
      op === 'store' ? {from: rank, to: owner} : {from: owner, to: rank});
    return Live.rows({
      columns: state.own.length, wide: 46, label: 'What the blocks of a cluster have',
      rows: [{label: 'number', boxes: state.own.map(text => ({text}))},
             {label: 'tile', boxes: state.tile.map((text, rank) =>
               ({text, kind: text === '' ? 'empty' : kindOf('store'), title: `tile of rank ${rank}`})), arrows: arrows('store')},
             {label: 'to out', boxes: state.got.map(text =>
               ({text, kind: text === '' ? 'empty' : kindOf('load')})), arrows: arrows('load')}],
      feet: {label: 'rank', boxes: state.own.map((_, text) => ({text}))},
    });
  }

  function sentence(stages, at) {
    const {sync, moves, requests, sectors} = stages[at];
    if (sync) {
      const empty = stages[at].tiles.every(tile => tile === null);
      const left = stages.slice(at).some(stage => stage.moves);
      return 'cluster.sync(): all blocks wait for each other. ' + (empty ? 'Now all have begun, so their tiles are there.' :
        left ? 'Now all tiles are full, and may be read.' : 'No block ends before the others have read its tile.');
    }
    const [{owner, op}] = moves, size = moves.length, last = size - 1;
    if (owner === 0 && op === 'store') return 'Each block stores its numbers in its own tile.';
    if (owner === 0) return 'Each block reads its own tile: these requests stay in the block.';
    const others = op === 'store' ? `rank 0 writes to rank ${owner}, rank ${last} to rank ${moves[last].owner}` :
      `rank 0 reads rank ${owner}'s, rank ${last} reads rank ${moves[last].owner}'s`;
    const which = owner === 1 ? 'the next block\'s tile' : `the tile ${owner} blocks further`;
    return `Each block ${op === 'store' ? 'writes' : 'reads'} ${which}: ${others}. ${requests} requests go to other blocks, in ${sectors} sectors.`;
  }

  Live.define('cluster', (figure, settings, kit) => {
    const trace = kit.trace('cluster');
    kit.title('Blocks that use each other\'s shared memory');
    const step = trace['pull-4'].findIndex(({moves}) => moves && moves[0].owner === 1), read = trace['pull-4'][step];
    kit.guess({
      question: 'Four blocks of a cluster are a ring, and each reads the shared memory of the next one. Whose does rank 3 read?',
      choices: ['its own', 'rank 0\'s', 'rank 2\'s', 'rank 4\'s'], answer: `rank ${read.moves[3].owner}'s`,
      because: 'The ranks of a cluster of four are 0 to 3, and after the last comes the first.',
      shows: {kernel: 'pull', blocks: 4, step},
    });
    kit.select('kernel', {label: 'Each block shall', options: Object.entries(kernels)});
    kit.select('blocks', {label: 'Blocks', options: [2, 4, 8], value: 4});
    let stages = [], shown = '';
    const wide = kit.element('div', {class: 'live-wide'}), counts = kit.element('p', {class: 'live-counts'});
    kit.stage.append(wide, counts);
    const player = kit.player({count: 2, show: at => {
      wide.replaceChildren(picture(stages, at));
      const done = stages.slice(0, at + 1).filter(({moves}) => moves);
      const isOwn = ({moves}) => moves[0].owner === 0;
      const sum = some => some.reduce((total, {requests}) => total + requests, 0);
      counts.replaceChildren('Requests until now: ',
        kit.element('span', {}, kit.element('b', {'data-count': 'own'}, sum(done.filter(isOwn))), ' to the own block'),
        kit.element('span', {}, kit.element('b', {'data-count': 'others'}, sum(done.filter(stage => !isOwn(stage)))), ' to other blocks'));
      kit.say(sentence(stages, at));
    }});
    kit.caption('Above, each block\'s number from global memory; in the middle, its tile in shared memory; below, what it writes to global memory. Blocks have 256 threads, that is 8 warps, and what is shown are the numbers of thread 0.');
    kit.draw(({kernel, blocks}) => {
      const wanted = `${kernel}-${blocks}`;
      if (wanted === shown) return;
      shown = wanted;
      stages = trace[wanted];
      player.reset(stages.length);
    });
  });
})();
