// The live picture `launch`: from elements and a block size to blocks, warps and threads. Settings: shape
// (1d, 2d), n and block, or columns, rows, x and y; thread, the one whose indices are told.
(() => {
  'use strict';

  const LANES = 32, MOST_THREADS = 1024;

  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

  // Blocks of x × y threads for columns × rows elements; a vector is a matrix of one row. live_test.py compares
  // it, for all settings, with what threads of the CPU backend say of themselves.
  Live.model.launch = (columns, rows, x, y) => {
    const perBlock = x * y;
    if (perBlock > MOST_THREADS) return {refused: true, perBlock};
    const gridX = Math.ceil(columns / x), gridY = Math.ceil(rows / y), blocks = gridX * gridY;
    const warpsPerBlock = Math.ceil(perBlock / LANES);
    return {
      refused: false, gridX, gridY, blocks, perBlock, warpsPerBlock,
      threads: blocks * perBlock,
      withoutElement: blocks * perBlock - columns * rows,
      emptyLanes: warpsPerBlock * LANES - perBlock,  // of the last warp of each block
    };
  };

  // Thread t: threads are numbered block by block, and in a block along x first, as the hardware does.
  Live.model.thread = (columns, rows, x, y, t) => {
    const {gridX, perBlock} = Live.model.launch(columns, rows, x, y);
    const block = Math.floor(t / perBlock), rank = t % perBlock;
    const blockX = block % gridX, blockY = Math.floor(block / gridX);
    const threadX = rank % x, threadY = Math.floor(rank / x);
    const column = blockX * x + threadX, row = blockY * y + threadY;
    return {blockX, blockY, threadX, threadY, rank, warp: Math.floor(rank / LANES), lane: rank % LANES, column, row,
            element: column < columns && row < rows ? row * columns + column : null};
  };

  Live.define('launch', (figure, settings, kit) => {
    const {element, svg} = kit;
    kit.title('From elements to blocks, warps and lanes');
    kit.select('shape', {label: 'elements', options: [['1d', 'in a row'], ['2d', 'a matrix']]});
    kit.range('n', {label: 'n', min: 1, max: 1024, value: 1000});
    kit.select('block', {label: 'threads per block', value: 256, options: [32, 64, 100, 128, 256, 512]});
    kit.range('columns', {label: 'columns', min: 5, max: 60, step: 5, value: 40});
    kit.range('rows', {label: 'rows', min: 5, max: 30, step: 5, value: 20});
    kit.select('x', {label: 'block: x', value: 16, options: [8, 16, 20, 32, 64]});
    kit.select('y', {label: 'y', value: 8, options: [1, 2, 4, 8, 16, 32]});
    const chosen = kit.range('thread', {label: 'thread', min: 0, max: 4095});
    kit.presets([
      ['1000 elements', {shape: '1d', n: 1000, block: 256}],
      ['one too many', {shape: '1d', n: 513, block: 256}],
      ['blocks of 100', {shape: '1d', n: 1000, block: 100}],
      ['a matrix', {shape: '2d', columns: 40, rows: 20, x: 16, y: 8}],
      ['a warp per row', {shape: '2d', columns: 60, rows: 20, x: 32, y: 4}],
      ['too many threads', {shape: '2d', columns: 60, rows: 30, x: 64, y: 32}],
    ]);
    kit.caption('A block’s threads are numbered along x first, and 32 of them in a row are a warp. The indices are what threads ' +
                'on the CPU backend have found out about themselves.');

    const line = element('code', {class: 'live-code'});
    const blocks = element('div', {class: 'launch-blocks'});
    const legend = element('p', {class: 'live-legend'}, kit.key('used', 'a thread with an element'),
                           kit.key('odd', 'with an element, in every second warp'), kit.key('waste', 'a thread without one'),
                           kit.key('none', 'a lane without a thread'), kit.key('chosen', 'the chosen thread, its warp framed'));
    kit.stage.append(line, legend, blocks);
    blocks.addEventListener('click', event => {
      const t = event.target.dataset.thread;
      if (t !== undefined) kit.change({thread: t});
    });

    const shapeOf = () => settings.shape === '1d' ? [settings.n, 1, settings.block, 1]
                                                  : [settings.columns, settings.rows, settings.x, settings.y];

    if (settings.shape === '1d') {
      const {blocks: answer, withoutElement} = Live.model.launch(...shapeOf());
      const {n, block} = settings;
      const choices = [...new Set([answer, Math.floor(n / block), answer + 1, n])].filter(each => each > 0).sort((a, b) => a - b);
      kit.guess({question: `How many blocks of ${block} threads do ${n} elements need?`, choices, answer,
                 because: withoutElement ? `A grid consists of whole blocks, so ${plural(withoutElement, 'thread')} have no element.`
                                         : 'They fit exactly.'});
    }

    let drawn = '', cells = [];

    // A block with x × y threads; one of a row is drawn as its warps, a row of 32 lanes each.
    function drawBlock(launch, block, shape) {
      const [, , x, y] = shape, flat = settings.shape === '1d';
      const width = flat ? LANES : x, height = flat ? launch.warpsPerBlock : y;
      const children = [];
      for (let rank = 0; rank < launch.perBlock; ++rank) {
        const t = block * launch.perBlock + rank;
        const {warp, element: has} = Live.model.thread(...shape, t);
        const made = svg('rect', {x: rank % width + 0.06, y: Math.floor(rank / width) + 0.06, width: 0.88, height: 0.88, rx: 0.15,
                                  class: `thread ${has === null ? 'without' : warp % 2 ? 'odd' : 'even'}`, 'data-thread': t});
        cells[t] = made;
        children.push(made);
      }
      for (let rank = launch.perBlock; flat && rank < width * height; ++rank) {
        children.push(svg('rect', {x: rank % width + 0.1, y: Math.floor(rank / width) + 0.1, width: 0.8, height: 0.8, rx: 0.15, class: 'nobody'}));
      }
      const {blockX, blockY} = Live.model.thread(...shape, block * launch.perBlock);
      return element('div', {class: 'launch-block'},
        element('p', {}, flat ? `block ${blockX}` : `block (${blockX}, ${blockY})`),
        svg('svg', {viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'}, children));
    }

    function drawBlocks(launch, shape) {
      cells = [];
      const flat = settings.shape === '1d';
      blocks.className = `launch-blocks ${flat ? 'row' : 'matrix'}`;
      blocks.style.gridTemplateColumns = flat ? '' : `repeat(${launch.gridX}, minmax(0, ${shape[2] * 22}px))`;
      blocks.replaceChildren(...Array.from({length: launch.blocks}, (_, block) => drawBlock(launch, block, shape)));
    }

    function mark(launch) {
      blocks.querySelectorAll('.chosen, .of-warp').forEach(each => each.classList.remove('chosen', 'of-warp'));
      const t = settings.thread, first = t - t % launch.perBlock;
      const from = first + Math.floor((t - first) / LANES) * LANES, to = Math.min(from + LANES, first + launch.perBlock);
      for (let each = from; each < to; ++each) cells[each].classList.add('of-warp');
      cells[t].classList.add('chosen');
    }

    function codeOf(launch, [, , x, y]) {
      const {shape, n, block} = settings;
      if (shape === '1d') return `add<<<(${n} + ${block - 1}) / ${block}, ${block}>>>(…)   // <<<${launch.blocks}, ${block}>>>`;
      return `const dim3 block(${x}, ${y}), grid(${launch.refused ? '…' : `${launch.gridX}, ${launch.gridY}`});`;
    }

    function sayLaunch(launch, [columns, rows, x, y]) {
      const flat = settings.shape === '1d';
      const start = flat ? `${plural(columns, 'element')} in blocks of ${x} threads: ${plural(launch.blocks, 'block')}`
        : `${columns} × ${rows} elements in blocks of ${x} × ${y} threads: ${launch.gridX} × ${launch.gridY} blocks`;
      const without = launch.withoutElement;
      return `${start}, ${plural(launch.warpsPerBlock, 'warp')} each. ` +
        (without === 0 ? 'Each thread has an element.'
          : `${without} of the ${launch.threads} threads ${without === 1 ? 'has' : 'have'} no element.`) +
        (launch.emptyLanes ? ` The last warp of each block has only ${LANES - launch.emptyLanes} threads; its other ${launch.emptyLanes} lanes stay empty.` : '');
    }

    function sayThread([columns, rows, x, y], t) {
      const at = Live.model.thread(columns, rows, x, y, t);
      if (settings.shape === '1d') {
        const i = `i = ${at.blockX} * ${x} + ${at.threadX} = ${at.column}`;
        return `Thread ${at.threadX} of block ${at.blockX} is lane ${at.lane} of warp ${at.warp}. ` +
          (at.element === null ? `Its ${i} is not below ${columns}, so if (i < n) keeps it out.` : `It takes element ${i}.`);
      }
      const place = `column ${at.blockX} * ${x} + ${at.threadX} = ${at.column} and row ${at.blockY} * ${y} + ${at.threadY} = ${at.row}`;
      return `Thread (${at.threadX}, ${at.threadY}) of block (${at.blockX}, ${at.blockY}) is number ${at.threadY} * ${x} + ${at.threadX} = ${at.rank} ` +
        `of its block: lane ${at.lane} of warp ${at.warp}. ` +
        (at.element === null ? `It has ${place}, outside of the matrix.` : `It takes ${place}, element ${at.element}.`);
    }

    kit.draw(() => {
      const flat = settings.shape === '1d', shape = shapeOf(), launch = Live.model.launch(...shape);
      ['n', 'block'].forEach(key => kit.show(key, flat));
      ['columns', 'rows', 'x', 'y'].forEach(key => kit.show(key, !flat));
      kit.show('thread', !launch.refused);
      line.textContent = codeOf(launch, shape);
      legend.hidden = launch.refused;
      if (launch.refused) {
        drawn = '';
        blocks.replaceChildren();
        kit.say(`A block of ${shape[2]} × ${shape[3]} would have ${launch.perBlock} threads, and ${MOST_THREADS} is the most: the launch is refused, ` +
                'and no thread runs. Since CUDA 13 the error is cudaErrorInvalidValue.');
        return;
      }
      chosen.limit(launch.threads - 1);
      if (drawn !== String([settings.shape, ...shape])) drawBlocks(launch, shape);
      drawn = String([settings.shape, ...shape]);
      mark(launch);
      kit.say(`${sayLaunch(launch, shape)} ${sayThread(shape, settings.thread)}`);
    });
  });
})();
