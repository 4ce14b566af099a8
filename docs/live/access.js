// The live picture `access`: how the 32 lanes of a warp reach memory, and Live.lanes, which draws that for
// request.js, too. Each lane reads an element of 4, 8 or 16 bytes; the picture shows the sectors and cache lines of global memory that this needs, and the banks of
// shared memory with their wavefronts. Settings: stride, offset, width, padding, memory (global, shared, both).
(() => {
  'use strict';

  const LANES = 32, WORD = 4, SECTOR = 32, LINE = 128, BANKS = 32;
  const TYPES = {4: 'float', 8: 'float2', 16: 'float4'};

  const distinct = values => new Set(values).size;
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const percent = share => `${Number((100 * share).toFixed(1))} %`;

  // What one request costs, of lanes that each want `width` bytes at an address: [{lane, address}].
  Live.model.request = (wanted, width) => {
    const lanes = wanted.map(({lane, address}) =>
      ({lane, address, sector: Math.floor(address / SECTOR), line: Math.floor(address / LINE)}));
    // Shared memory serves 8 bytes per lane in half warps and 16 in quarter warps. Each bank hands out the
    // different words that a group wants from it one by one.
    const groups = [];
    const perGroup = LANES * WORD / Math.max(width, WORD);
    for (let first = 0; first < LANES; first += perGroup) {
      const banks = Array.from({length: BANKS}, () => new Map());  // word -> its lanes
      for (const {lane, address} of lanes.filter(each => each.lane >= first && each.lane < first + perGroup)) {
        for (let word = Math.floor(address / WORD); word < (address + width) / WORD; ++word) {
          const bank = banks[word % BANKS];
          bank.set(word, [...(bank.get(word) || []), lane]);
        }
      }
      const wavefronts = Math.max(...banks.map(bank => bank.size));
      if (wavefronts > 0) groups.push({first, last: first + perGroup - 1, banks, wavefronts});
    }
    const sectors = distinct(lanes.map(each => each.sector));
    const wavefronts = groups.reduce((sum, group) => sum + group.wavefronts, 0);
    return {
      lanes, groups, sectors, wavefronts, width,
      lines: distinct(lanes.map(each => each.line)),
      fetched: SECTOR * sectors,
      asked: width * lanes.length,
      used: width * distinct(lanes.map(each => each.address)),
      conflicts: wavefronts - groups.length,
    };
  };

  // The one that the knobs say; live_test.py compares it with what the CPU backend counts, for all settings.
  Live.model.access = (stride, offset, width, padding) =>
    Live.model.request(Array.from({length: LANES}, (_, lane) => {
      const index = stride * lane + offset;
      return {lane, address: width * (padding ? index + Math.floor(index / 32) : index)};
    }), width);

  function indexAsCode(stride, offset) {
    const product = stride === 0 ? '' : stride === 1 ? 'lane' : `${stride} * lane`;
    return [product, offset || !product ? offset : ''].filter(part => part !== '').join(' + ');
  }

  function code({stride, offset, width, padding, memory}) {
    const index = indexAsCode(stride, offset);
    const from = {global: 'in', shared: 'tile', both: 'data'}[memory];
    return padding ? `int i = ${index};  ${TYPES[width]} v = ${from}[i + i / 32];`
                   : `${TYPES[width]} v = ${from}[${index}];`;
  }

  const groupSize = cost => cost.groups[0].last - cost.groups[0].first + 1;
  const lanesInWords = lanes => lanes.length === 1 ? `lane ${lanes[0]}` : `${lanes.length} lanes, ${lanes[0]} to ${lanes[lanes.length - 1]}`;
  const inCell = lanes => lanes.length === 1 ? lanes[0] : `${lanes[0]}…`;

  function sayGlobal(cost) {
    const start = `Global memory: one request for ${plural(cost.sectors, 'sector')} of 32 bytes, in ${plural(cost.lines, 'cache line')} of 128.`;
    // Useful bytes, as the programs count them, are what lanes ask for; lanes that share bytes ask for more than there are.
    if (cost.asked === cost.used) return `${start} The lanes use ${cost.used} of the ${cost.fetched} bytes, ${percent(cost.used / cost.fetched)}.`;
    return `${start} ${cost.lanes.length} lanes ask for ${cost.asked} bytes and the ${cost.sectors === 1 ? 'sector has' : 'sectors have'} ${cost.fetched}, ` +
      `${percent(cost.asked / cost.fetched)}; they are ${cost.used} different bytes.`;
  }

  function sayShared(cost) {
    const groups = cost.groups.length;
    const start = `Shared memory: ${plural(cost.wavefronts, 'wavefront')}`;
    if (cost.conflicts) {
      const worst = Math.max(...cost.groups.map(group => group.wavefronts));
      return `${start}, ${cost.conflicts} of them ${cost.conflicts === 1 ? 'a bank conflict' : 'bank conflicts'}: ` +
        (groups > 1 ? `a bank has up to ${worst} different words for a group of ${groupSize(cost)} lanes.`
                    : `a bank has ${worst} different words to hand out.`);
    }
    return groups === 1 ? `${start}, no bank conflict.`
                        : `${start}, one for each group of ${groupSize(cost)} lanes; no bank conflict.`;
  }

  // The picture of a request: its lanes, and what they touch. -> a function that draws one, as Live.model.request has
  // computed it. `memory` is global, shared or both, `start` the address from which bytes are counted, and `does` what
  // a lane does.
  Live.lanes = kit => {
    const {element} = kit;
    const detail = element('p', {class: 'live-detail'});
    const chips = Array.from({length: LANES}, (_, lane) => element('button', {type: 'button', class: 'access-lane'}, lane));
    const lanes = element('div', {class: 'access-lanes', role: 'group', 'aria-label': 'Lanes'}, chips);
    const globalMemory = element('div', {class: 'access-global'});
    const sharedMemory = element('div', {class: 'access-shared'});
    kit.stage.append(lanes, detail, globalMemory, sharedMemory);
    kit.pick(chips, show);

    let cost = null, memory = 'both', start = 0, does = 'reads', lit = [];
    let cells = [];  // what has to do with each lane

    // A lane's address, in numbers and in the picture.
    function show(lane) {
      lit.forEach(each => each.classList.remove('lit'));
      lit = lane === null ? [] : [chips[lane], ...cells[lane]];
      lit.forEach(each => each.classList.add('lit'));
      detail.textContent = lane === null ? `Point at a lane to see where it ${does}.` : describe(lane);
    }

    function describe(lane) {
      const found = cost.lanes.find(each => each.lane === lane);
      if (!found) return `Lane ${lane} takes no part.`;
      const {address, sector, line: cacheLine} = found;
      const first = address - start, last = first + cost.width - 1;
      const parts = [`Lane ${lane} ${does} bytes ${first} to ${last}`];
      if (memory !== 'shared') parts.push(`sector ${sector}, cache line ${cacheLine}`);
      if (memory !== 'global') {
        const words = Array.from({length: Math.ceil(cost.width / WORD)}, (_, i) => Math.floor(address / WORD) + i);
        const banks = cost.groups.find(group => lane <= group.last).banks;
        const turn = word => [...banks[word % BANKS].keys()].indexOf(word) + 1;
        parts.push(words.length === 1 ? `bank ${words[0] % BANKS}, wavefront ${turn(words[0])}`
          : `banks ${words[0] % BANKS} to ${words[words.length - 1] % BANKS}, wavefront ${turn(words[0])} of its group`);
      }
      return parts.join(': ') + '.';
    }

    function cell(className, readers, attributes = {}) {
      const made = element('span', {class: className, ...attributes}, readers.length ? inCell(readers) : '');
      if (readers.length) {
        made.title = lanesInWords(readers);
        made.addEventListener('pointerenter', () => show(readers[0]));
        made.addEventListener('pointerleave', () => show(null));
        readers.forEach(lane => cells[lane].push(made));
      }
      return made;
    }

    function drawGlobal() {
      const readers = new Map();  // address -> lanes
      for (const {address, lane} of cost.lanes) {
        const at = cost.width < WORD ? address - address % WORD : address;
        readers.set(at, [...(readers.get(at) || []), lane]);
      }
      const touched = new Set(cost.lanes.map(each => each.sector));
      const numbers = [...new Set(cost.lanes.map(each => each.line))].sort((a, b) => a - b);
      const rows = numbers.map((number, i) => {
        const sectors = [0, 1, 2, 3].map(part => {
          const sector = number * LINE / SECTOR + part;
          const words = [];
          for (let at = sector * SECTOR; at < (sector + 1) * SECTOR;) {
            const used = readers.get(at);
            const bytes = used ? Math.max(cost.width, WORD) : WORD;
            words.push(cell(used ? 'word used' : 'word', used || [], used ? {style: `grid-column: span ${bytes / WORD}`} : {}));
            at += bytes;
          }
          const is = touched.has(sector);
          return element('div', {class: is ? 'sector touched' : 'sector', title: is ? '' : `sector ${sector}: not needed`}, words);
        });
        const skipped = i > 0 && number > numbers[i - 1] + 1;
        return element('div', {class: skipped ? 'line skipped' : 'line'},
                       element('span', {class: 'address'}, `${i === 0 ? 'byte ' : ''}${number * LINE - start}`), element('div', {class: 'sectors'}, sectors));
      });
      globalMemory.className = `access-global ${numbers.length > 16 ? 'dense' : numbers.length > 8 ? 'close' : ''}`;
      globalMemory.replaceChildren(
        element('p', {class: 'live-legend'}, element('b', {}, 'Global memory'),
                kit.key('used', 'a lane’s bytes'), kit.key('waste', 'fetched, not used'), kit.key('none', 'not fetched')),
        ...rows);
    }

    function drawShared() {
      const worst = Math.max(...cost.groups.map(group => group.wavefronts));
      sharedMemory.className = `access-shared ${worst > 8 ? 'dense' : ''}`;
      // Two halves, so that a narrow window can show one below the other.
      const half = (group, from) => element('div', {class: 'banks'},
        group.banks.slice(from, from + BANKS / 2).map((bank, i) =>
          element('div', {class: bank.size > 1 ? 'bank conflict' : 'bank'},
                  element('span', {class: 'number'}, from + i),
                  [...bank.values()].map(readers => cell('word', readers)),
                  bank.size === 0 ? cell('word idle', []) : '')));
      const rows = cost.groups.map(group => element('div', {class: 'group'},
        cost.groups.length > 1
          ? element('p', {class: 'group-name'}, `lanes ${group.first} to ${group.last}: ${plural(group.wavefronts, 'wavefront')}`) : '',
        element('div', {class: 'halves'}, half(group, 0), half(group, BANKS / 2))));
      sharedMemory.replaceChildren(
        element('p', {class: 'live-legend'}, element('b', {}, 'Banks of shared memory'),
                kit.key('ok', 'one word'), kit.key('hot', 'several words, one per wavefront'), kit.key('waste', 'idle')),
        ...rows);
    }

    return (next, where) => {
      cost = next;
      ({memory, start = 0, does = 'reads'} = where);
      cells = Array.from({length: LANES}, () => []);
      lit = [];
      globalMemory.hidden = memory === 'shared';
      sharedMemory.hidden = memory === 'global';
      if (memory !== 'shared') drawGlobal();
      if (memory !== 'global') drawShared();
      show(null);
      chips.forEach((chip, lane) => chip.classList.toggle('idle', !cost.lanes.some(each => each.lane === lane)));
      kit.say([memory !== 'shared' ? sayGlobal(cost) : '', memory !== 'global' ? sayShared(cost) : ''].filter(Boolean).join(' '));
    };
  };

  Live.define('access', (figure, settings, kit) => {
    const {element} = kit;
    kit.title('What 32 lanes ask of memory');
    kit.select('memory', {label: 'memory', value: 'both',
                          options: [['global', 'global'], ['shared', 'shared'], ['both', 'both']]});
    kit.range('stride', {label: 'stride', min: 0, max: 33, value: 1});
    kit.range('offset', {label: 'offset', min: 0, max: 31});
    kit.select('width', {label: 'each lane reads', value: 4,
                         options: [[4, '4 bytes (float)'], [8, '8 bytes (float2)'], [16, '16 bytes (float4)']]});
    kit.checkbox('padding', {label: 'skip one after every 32'});
    kit.presets([
      ['neighbours', {stride: 1, offset: 0, width: 4, padding: 0}],
      ['every second', {stride: 2, offset: 0, width: 4, padding: 0}],
      ['offset by one', {stride: 1, offset: 1, width: 4, padding: 0}],
      ['a column of a 32 × 32 matrix', {stride: 32, offset: 0, width: 4, padding: 0}],
      ['a padded column', {stride: 32, offset: 0, width: 4, padding: 1}],
      ['all the same', {stride: 0, offset: 0, width: 4, padding: 0}],
    ]);
    if (settings.memory !== 'shared' && settings.stride > 0) {
      const {sectors, used, fetched} = Live.model.access(settings.stride, settings.offset, settings.width, settings.padding);
      const choices = [...new Set([sectors, 4, 8, 16, 32])].slice(0, 4).sort((a, b) => a - b);
      const read = element('code', {}, `${TYPES[settings.width]} v = in[${indexAsCode(settings.stride, settings.offset)}];`);
      kit.guess({question: ['32 lanes execute ', read, ' How many sectors of 32 bytes does memory deliver?'], choices, answer: sectors,
                 because: `The lanes use ${used} of these ${fetched} bytes.`});
    } else if (settings.stride > 0) {
      const {wavefronts} = Live.model.access(settings.stride, settings.offset, settings.width, settings.padding);
      const choices = [...new Set([wavefronts, 1, 2, 16, 32])].slice(0, 4).sort((a, b) => a - b);
      const read = element('code', {}, `tile[${indexAsCode(settings.stride, settings.offset)}]`);
      kit.guess({question: ['32 lanes read ', read, '. How many wavefronts does that take?'],
                 choices, answer: wavefronts, because: 'Each bank hands out one word per wavefront.'});
    }
    kit.caption('A sector is 32 bytes, a cache line 128. Shared memory serves 8 bytes per lane in half warps and 16 in quarter warps ' +
                '(a GPU may need less for equal addresses). Sectors and bank conflicts are what the CPU backend counts for this access.');

    const line = element('code', {class: 'live-code'});
    kit.stage.append(line);
    const draw = Live.lanes(kit);
    kit.draw(() => {
      const {stride, offset, width, padding, memory} = settings;
      line.textContent = code(settings);
      draw(Live.model.access(stride, offset, width, padding), {memory});
    });
  });
})();
