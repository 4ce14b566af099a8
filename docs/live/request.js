// The live picture `request`: what a program's own run has asked of memory, line by line, from its trace. The playground
// shows it below a program. Settings: access (a line and what it does there), launch, request.
(() => {
  'use strict';

  const DOES = {load: 'reads', store: 'writes', atomic: 'updates'};
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const SPACES = ['global', 'shared'];

  // What the lines of `file` have asked of global and shared memory: [{line, what, memory, launches: [{kernel, line,
  // requests}]}], in the order of the lines.
  Live.model.accesses = ({launches}, file) => {
    const found = new Map();
    const lineIn = place => {
      const at = place.lastIndexOf(':');
      return place.slice(0, at).endsWith(file) ? +place.slice(at + 1) : null;
    };
    launches.forEach((launch, number) => {
      for (const step of launch.steps) {
        const line = step.access && SPACES.includes(step.access.split(' ')[0]) ? lineIn(step.line) : null;
        if (line === null) continue;
        const key = [line, step.access, step.memory, step.bytes].join();
        if (!found.has(key)) found.set(key, {line, what: step.access, memory: step.memory, bytes: step.bytes, launches: new Map()});
        const {launches: of} = found.get(key);
        if (!of.has(number)) of.set(number, {kernel: launch.kernel, line: launch.line.split(':').pop(), requests: []});
        of.get(number).requests.push(step);
      }
    });
    return [...found.values()].map(each => ({...each, launches: [...each.launches.values()]})).sort((a, b) => a.line - b.line);
  };

  // What a request of a trace costs, by the picture's own rules; it has to be what the trace says.
  Live.model.traced = step =>
    Live.model.request(step.lanes.map((lane, i) => ({lane, address: step.offsets[i] + step.start})), step.bytes);

  Live.define('request', (figure, settings, kit) => {
    const {element} = kit;
    const accesses = Live.model.accesses(kit.trace(), figure.dataset.file);
    let launches = accesses[0].launches, requests = launches[0].requests;
    kit.title('What the lanes of this run asked of memory');
    kit.select('access', {label: 'access', options: accesses.map(({line, what, memory}, i) =>
      [i, `line ${line}: ${what}${memory ? ` of ${memory}` : ''}`])});
    const launch = kit.range('launch', {label: 'launch', min: 1, max: 1, show: n => {
      const {kernel, line} = launches[n - 1] ?? launches[0];
      return `${n} of ${launches.length}, ${kernel} in line ${line}`;
    }});
    const request = kit.range('request', {label: 'request', min: 1, max: 1, show: n =>
      `${n} of ${requests.length}, warp ${(requests[n - 1] ?? requests[0]).warp}`});
    kit.caption('Requests of block (0,0,0) of each launch, one warp at a time. Bytes are counted from where the array or the ' +
                'argument begins.');
    const detail = element('p', {class: 'live-detail'});
    kit.stage.append(detail);
    const draw = Live.lanes(kit);

    kit.draw(() => {
      const {what, memory, launches: here} = accesses[settings.access];
      launches = here;
      launch.limit(launches.length);
      requests = launches[settings.launch - 1].requests;
      request.limit(requests.length);
      kit.show('launch', launches.length > 1);
      kit.show('request', requests.length > 1);
      const step = requests[settings.request - 1], [space, kind] = what.split(' ');
      const lanes = step.lanes.length === 1 ? '1 lane' : `${step.lanes.length} lanes`;
      detail.textContent = `Line ${accesses[settings.access].line}: ${lanes} of warp ${step.warp}, ${step.bytes} bytes each` +
        `${memory ? `, in ${memory}` : ''}. The run counted ${step.units} ${space === 'shared' ? 'wavefront' : 'sector'}${step.units === 1 ? '' : 's'}.`;
      draw(Live.model.traced(step), {memory: space, start: step.start, does: DOES[kind]});
    });
  });
})();
