// The live picture `occupancy`: how many blocks fit on a multiprocessor of an H100 or H200 (compute capability
// 9.0), and which resource runs out first. Settings: threads, registers (per thread), shared (KiB per block).
(() => {
  'use strict';

  const LANES = 32, KIB = 1024;
  const SM = {blocks: 32, warps: 64, registers: 65536, quarters: 4, shared: 228 * KIB};
  const REGISTER_UNIT = 256;             // registers are handed to whole warps, out of a quarter of the SM
  const SHARED_UNIT = 128, RESERVED = KIB;

  const roundUp = (value, unit) => Math.ceil(value / unit) * unit;

  // How many blocks each resource would allow, and how many all of them do. live_test.py compares it with
  // cudaOccupancyMaxActiveBlocksPerMultiprocessor of the CPU backend, and of an H200.
  Live.model.occupancy = (threads, registers, sharedBytes) => {
    const warpsPerBlock = Math.ceil(threads / LANES);
    const registersPerWarp = roundUp(registers * LANES, REGISTER_UNIT);
    const warpsByRegisters = SM.quarters * Math.floor(SM.registers / SM.quarters / registersPerWarp);
    const sharedPerBlock = roundUp(sharedBytes, SHARED_UNIT) + RESERVED;
    const by = {
      blocks: SM.blocks,
      warps: Math.floor(SM.warps / warpsPerBlock),
      registers: Math.floor(warpsByRegisters / warpsPerBlock),
      shared: Math.floor(SM.shared / sharedPerBlock),
    };
    const blocks = Math.min(...Object.values(by));
    return {warpsPerBlock, registersPerWarp, warpsByRegisters, sharedPerBlock, by, blocks, warps: blocks * warpsPerBlock,
            limits: Object.keys(by).filter(key => by[key] === blocks)};
  };

  const NAMES = {blocks: 'places for blocks', warps: 'places for warps', registers: 'registers', shared: 'shared memory'};
  const percent = share => `${Number((100 * share).toFixed(1))} %`;
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const list = words => words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
  const thousands = n => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

  Live.define('occupancy', (figure, settings, kit) => {
    const {element} = kit;
    kit.title('How many blocks fit on a multiprocessor?');
    kit.range('threads', {label: 'threads per block', min: 16, max: 1024, step: 16, value: 256});
    kit.range('registers', {label: 'registers per thread', min: 16, max: 255, value: 32});
    kit.range('shared', {label: 'shared memory', min: 0, max: 227, show: kib => `${kib} KiB`});
    kit.presets([
      ['full', {threads: 256, registers: 32, shared: 0}],
      ['tiny blocks', {threads: 32, registers: 32, shared: 0}],
      ['768 threads', {threads: 768, registers: 32, shared: 0}],
      ['40 registers', {threads: 256, registers: 40, shared: 0}],
      ['100 KiB', {threads: 256, registers: 32, shared: 100}],
      ['all at once', {threads: 512, registers: 128, shared: 113}],
    ]);
    kit.caption('One multiprocessor of an H100 or H200. A block takes whole warps; a warp’s registers come in portions of 256, so 33 of a thread count as 40, ' +
                'out of a quarter of the multiprocessor; each block takes 1 KiB of shared memory more than it asks for. More than 48 KiB have to be asked for first.');

    const meter = element('div', {class: 'occupancy-meter'}, element('span', {class: 'fill'}), element('span', {class: 'text'}));
    const rows = element('div', {class: 'occupancy-rows'});
    kit.stage.append(meter, rows);

    // One resource: a bar with a piece for each block, and in dashes the next block, which finds no room if
    // this is the limit. `unit` is what a block takes, `has` the whole bar, `usable` the part that can be given.
    function drawRow(key, {blocks, limits, by}, {unit, has, usable = has, text}) {
      const isLimit = limits.includes(key);
      const share = value => `${100 * value / has}%`;
      const pieces = Array.from({length: blocks}, (_, i) =>
        element('span', {class: i % 2 ? 'piece odd' : 'piece', style: `left:${share(i * unit)};width:${share(unit)}`}, unit / has > 0.03 ? i : ''));
      const lost = usable < has ? element('span', {class: 'lost', style: `left:${share(usable)};width:${share(has - usable)}`}) : '';
      const free = usable - blocks * unit;
      const next = isLimit && free > 0
        ? element('span', {class: 'next', style: `left:${share(blocks * unit)};width:${share(free)}`, title: 'too little for another block'}) : '';
      return element('div', {class: isLimit ? 'resource limit' : 'resource', 'data-resource': key},
        element('div', {class: 'head'}, element('b', {}, NAMES[key]), element('span', {}, text),
                element('span', {class: 'allows'}, isLimit ? `the limit: ${plural(by[key], 'block')}` : `enough for ${by[key]}`)),
        element('div', {class: 'bar'}, pieces, lost, next));
    }

    kit.draw(() => {
      const {threads, registers, shared} = settings;
      const found = Live.model.occupancy(threads, registers, shared * KIB);
      const {blocks, warpsPerBlock, registersPerWarp, warpsByRegisters, sharedPerBlock, warps} = found;
      meter.firstChild.style.width = `${100 * warps / SM.warps}%`;
      meter.lastChild.textContent = `occupancy ${percent(warps / SM.warps)}`;
      rows.replaceChildren(
        drawRow('blocks', found, {unit: 1, has: SM.blocks, text: `${blocks} of ${SM.blocks}`}),
        drawRow('warps', found, {unit: warpsPerBlock, has: SM.warps, text: `${warps} of ${SM.warps}, ${warpsPerBlock} per block`}),
        drawRow('registers', found, {unit: warpsPerBlock * registersPerWarp, has: SM.registers, usable: warpsByRegisters * registersPerWarp,
          text: `${thousands(warps * registersPerWarp)} of ${thousands(SM.registers)}, ${thousands(warpsPerBlock * registersPerWarp)} per block`}),
        drawRow('shared', found, {unit: sharedPerBlock, has: SM.shared,
          text: `${Number((blocks * sharedPerBlock / KIB).toFixed(1))} of ${SM.shared / KIB} KiB, ${shared} + 1 per block`}));
      const limit = list(found.limits.map(key => NAMES[key]));
      kit.say(blocks === 0 ? `Not one block fits: its ${warpsPerBlock} warps need more registers than a multiprocessor has, so the launch fails.`
        : `${plural(blocks, 'block')} of ${plural(warpsPerBlock, 'warp')} fit${blocks === 1 ? 's' : ''}, ${warps} of 64 warps: occupancy ${percent(warps / SM.warps)}. ` +
          `What runs out first: ${limit}.`);
    });
  });
})();
