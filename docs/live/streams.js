// The live picture `streams`: when an ideal device does the copies and kernels of overlap_transfers and
// stream_dependencies (chapter 08), from the timelines of runs (traces.py). The reader goes along the time, by
// the player or by dragging in the picture.
(() => {
  'use strict';

  const works = {
    depth: 'segments, depth first',
    breadth: 'segments, breadth first',
    pageable: 'from pageable memory',
    events: 'four kernels and events',
  };
  const engines = [['in', 'copies in'], ['kernel', 'kernels'], ['out', 'copies out']];
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const isWork = ({start, end}) => end > start;
  const name = each => each.segment === undefined ? each.name : `${each.kind} ${each.segment}`;
  const list = names => names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  const stepsOf = operations => Math.max(...operations.map(({end}) => end));

  // The work in other streams that operation i waits for, by events.
  function othersBefore(operations, i) {
    if (!isWork(operations[i])) return [];
    const found = new Set(), behind = [...operations[i].after];
    while (behind.length) {
      const before = operations[behind[behind.length - 1]], at = behind.pop();
      if (before.kind === 'host') continue;
      if (!isWork(before)) behind.push(...before.after);
      else if (before.stream !== operations[i].stream) found.add(at);
    }
    return [...found];
  }

  // What is done in step t, which is the time from t to t + 1.
  const running = (operations, t) => operations.filter(({start, end}) => start <= t && t < end);

  const reasons = {stream: 'its stream', event: 'an event', host: 'the host', engine: 'the copy engine'};

  // "in 0 → kernel 0 (its stream) → …"
  function pathText({operations, path}) {
    return path.map(({operation, because}) =>
      name(operations[operation]) + (because ? ` (waits for ${reasons[because]})` : '')).join(' → ');
  }

  function picture(kit, {operations, path, streams: numbers}, t, streams, moveTo) {
    const steps = stepsOf(operations), left = numbers ? 62 : 78, wide = numbers ? 400 : 640, unit = (wide - left - 6) / steps, high = 28;
    const gap = operations.some(({kind}) => kind === 'wait') ? 18 : 6;  // room for arrows
    const critical = new Set(path.map(({operation}) => operation));
    const used = engines.filter(([kind]) => operations.some(each => each.kind === kind && isWork(each)));
    const lanes = used.length > 1 ? streams + used.length : streams;  // below the streams, what does the work
    const x = step => left + step * unit;
    const y = lane => 22 + lane * (high + gap) + (lane >= streams ? 26 : 0);
    const height = y(lanes - 1) + high + 8;
    const made = kit.svg('svg', {viewBox: `0 0 ${wide} ${height}`, class: 'live-rows live-time', role: 'img',
                                 'aria-label': `A timeline of ${steps} steps; step ${t} is marked`, style: numbers ? 'max-width: 600px' : 'min-width: 540px; max-width: 860px'});
    const say = (text, at, lane) => kit.svg('text', {x: at, y: y(lane) + 18, class: 'live-row-name'}, text);
    const box = (each, lane) => {
      const state = each.end <= t ? 'done' : each.start <= t ? 'runs' : 'waits';
      const room = (each.end - each.start) * unit, long = name(each);
      const short = each.kind === 'kernel' && each.segment !== undefined && room < 70 ? `k ${each.segment}` : long;
      return kit.svg('g', {class: `live-work ${each.kind} ${state}${critical.has(operations.indexOf(each)) ? ' critical' : ''}`,
                           'data-operation': operations.indexOf(each), 'data-state': state},
        kit.svg('rect', {x: x(each.start) + 1, y: y(lane), width: room - 2, height: high, rx: 4}),
        kit.svg('text', {x: x(each.start) + room / 2, y: y(lane) + 18.5}, short),
        kit.svg('title', {}, `${long}: steps ${each.start} to ${each.end}`));
    };
    for (let step = 0; step <= steps; ++step) {
      if (steps > 16 && step % 2) continue;
      made.append(kit.svg('text', {x: x(step), y: 12, class: 'live-foot'}, step));
    }
    for (let lane = 0; lane < streams; ++lane) {
      made.append(say(`stream ${numbers ? numbers[lane] : lane}`, 2, lane), ...operations.filter(each => each.stream === lane && isWork(each)).map(each => box(each, lane)));
    }
    if (lanes > streams) {
      made.append(kit.svg('text', {x: 2, y: y(streams) - 10, class: 'live-row-name'}, 'By engine'));
      used.forEach(([kind, label], i) => made.append(say(label, 2, streams + i),
        ...operations.filter(each => each.kind === kind && isWork(each)).map(each => box(each, streams + i))));
    }
    operations.forEach((each, i) => othersBefore(operations, i).forEach(before => {
      const [from, to] = [operations[before].stream, each.stream], at = x(each.start);
      const d = to > from ?  // down, and in from the left; or out to the right, and up
        `M${at - 9} ${y(from) + high}V${y(to) + high / 2}H${at - 5}m-4 -4l4 4l-4 4` :
        `M${at - 1} ${y(from) + high / 2}H${at + 9}V${y(to) + high + 2}m-4 5l4 -5l4 5`;
      made.append(kit.svg('path', {class: 'live-arrow', 'data-from': before, 'data-to': i, d}));
    }));
    for (const {kind, name: call, stream, start} of operations) {
      if (kind === 'record' || kind === 'wait') {
        made.append(kit.svg('circle', {class: 'live-event', cx: x(start), cy: y(stream) + high / 2, r: 4}, kit.svg('title', {}, call)));
      }
    }
    made.append(kit.svg('path', {class: 'live-now', d: `M${x(t)} 16V${height - 4}`}));
    const drag = event => {
      const area = made.getBoundingClientRect();
      moveTo(Math.max(0, Math.min(steps, Math.floor(((event.clientX - area.left) / area.width * wide - left) / unit))));
    };
    return {made, drag, part: x(t) / wide};
  }

  function sentence(data, t, before) {
    const {operations} = data, steps = stepsOf(operations), now = running(operations, t).map(name);
    if (t === steps) return `All is done after ${plural(steps, 'step')}${before}. The critical path, outlined: ${pathText(data)}.`;
    const say = `Step ${t}: ${list(now)} ${now.length === 1 ? 'is' : 'are'} at work`;
    if (operations.every(each => !isWork(each) || each.kind === 'kernel')) {
      return now.length > 1 ? `${say}, side by side: nothing orders them.` : `${say}.`;
    }
    const parts = new Set(running(operations, t).map(({kind}) => kind));
    const idle = engines.filter(([kind]) => operations.some(each => each.kind === kind) && !parts.has(kind)).map(([, label]) => label);
    return say +
      (idle.length ? `; idle: ${list(idle)}.` : ': all three parts of the device are busy.');
  }

  // Only what is there is explained.
  function captionOf({operations}, made) {
    const has = test => operations.some(test);
    return [
      has(({kind}) => kind === 'in' || kind === 'out') ? 'A step is the time for 64 KiB.' : '',
      'Coloured: done, or at work now.',
      [...made.querySelectorAll('.live-work text')].some(each => /^k \d/.test(each.textContent)) ? 'k: a kernel.' : '',
      has(({kind}) => kind === 'wait') ? 'Circles: events and waits, which take no time; arrows: who waits for whom.' : '',
      'Thick edge: on the critical path, a chain without a gap: if any of it took longer, so would the whole.',
      'Click or drag in the picture to go to a step.',
    ].filter(Boolean).join(' ');
  }

  Live.define('streams', (figure, settings, kit) => {
    const trace = kit.trace('streams');
    kit.title('Copies and kernels, step by step');
    const answer = stepsOf(trace['depth-4-3'].operations);
    kit.guess({
      question: 'Copy in, kernel and copy out take 8 steps each. Cut into 4 segments, in 3 streams: how many steps do they take together?',
      choices: [8, 12, 16, 24], answer,
      because: 'Each part of a segment takes 2 steps. The last segment has arrived after 8, and its kernel and its copy out take 2 more each.',
      shows: {work: 'depth', segments: 4, streams: 3},
    });
    kit.select('work', {label: 'Work', options: Object.entries(works)});
    kit.select('segments', {label: 'Segments', options: [2, 4, 8], value: 4});
    kit.select('streams', {label: 'Streams', options: [1, 2, 3, 4], value: 3});
    let data = null, shown = '', seen = null, dragging = false, drag = () => {};

    const wide = kit.element('div', {class: 'live-wide'});
    const player = kit.player({count: 2, show: t => {
      const count = Math.max(...data.operations.map(({stream}) => stream)) + 1;
      const drawn = picture(kit, data, t, count, step => { if (step !== player.step) kit.change({step}); });
      drag = drawn.drag;
      wide.replaceChildren(drawn.made);
      if (seen !== null && seen !== t) follow(drawn.part);  // but a picture that opens does so at its beginning
      seen = t;
      kit.caption(captionOf(data, drawn.made));
      const work = data.operations.reduce((sum, {start, end}) => sum + end - start, 0);
      kit.say(sentence(data, t, `; one after the other they would take ${work}`));
    }});
    // Where the picture is wider than its place, the marked step stays in view.
    const follow = part => {
      const at = part * wide.scrollWidth, room = wide.clientWidth;
      if (at < wide.scrollLeft + 40 || at > wide.scrollLeft + room - 40) wide.scrollLeft = at - room / 2;
    };
    wide.addEventListener('pointerdown', event => { if (event.pointerType === 'mouse') { dragging = true; drag(event); } });
    wide.addEventListener('pointermove', event => { if (dragging) drag(event); });
    wide.addEventListener('click', event => drag(event));
    window.addEventListener('pointerup', () => { dragging = false; });
    kit.stage.append(wide);
    kit.draw(values => {
      const wanted = values.work === 'events' ? 'events' : `${values.work}-${values.segments}-${values.streams}`;
      for (const knob of ['segments', 'streams']) kit.show(knob, values.work !== 'events');
      if (wanted === shown) return;
      shown = wanted;
      data = trace[wanted];
      seen = null;
      wide.scrollLeft = 0;
      player.reset(stepsOf(data.operations) + 1);
    });
  });
})();
