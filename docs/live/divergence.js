// The live picture `divergence`: two warps come to a branch or a loop, and which of their lanes are active in
// each pass. Settings: branch, k, draw (another choice of random data).
(() => {
  'use strict';

  const LANES = 32, WARPS = 2;

  // A number below 32 that looks random; divergence.cu has the same.
  function random(draw, thread) {
    let x = draw * 64 + thread + 1;
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    return (x ^ (x >>> 15)) >>> 27;
  }

  const KINDS = {
    parity: {text: 'lane is even', code: () => 'if (lane % 2 == 0) A(); else B();', isA: lane => lane % 2 === 0},
    warp: {text: 'warp is even', code: () => 'if (warp % 2 == 0) A(); else B();', isA: (lane, warp) => warp % 2 === 0},
    below: {text: 'lane below k', code: k => `if (lane < ${k}) A(); else B();`, isA: (lane, warp, k) => lane < k},
    random: {text: 'data: k of 32 values', code: k => `if (data[t] < ${k}) A(); else B();\n// data: random, 0 to 31`,
             isA: (lane, warp, k, draw) => random(draw, LANES * warp + lane) < k},
    loop: {text: 'loop, longer from lane to lane', code: k => `for (int r = 0; r < 1 + lane * ${k} / 64; ++r) A();`,
           rounds: (lane, warp, k) => 1 + Math.floor(lane * k / 64)},
    loops: {text: 'loop, length by data', code: k => `for (int r = 0; r < 1 + data[t] * ${k} / 64; ++r) A();\n// data: random, 0 to 31`,
            rounds: (lane, warp, k, draw) => 1 + Math.floor(random(draw, LANES * warp + lane) * k / 64)},
  };

  // The passes of each warp: what is executed (A, B) and by which lanes. live_test.py compares their number and
  // the sum of active lanes with what the CPU backend counts, for all settings.
  Live.model.divergence = (branch, k, draw) => {
    const kind = KINDS[branch];
    const warps = Array.from({length: WARPS}, (_, warp) => {
      const lanes = [...Array(LANES).keys()];
      const passes = [];
      if (kind.isA) {
        const isA = lanes.map(lane => kind.isA(lane, warp, k, draw));
        passes.push({side: 'A', active: isA}, {side: 'B', active: isA.map(each => !each)});
      } else {
        const rounds = lanes.map(lane => kind.rounds(lane, warp, k, draw));
        for (let r = 0; r < Math.max(...rounds); ++r) passes.push({side: 'A', active: rounds.map(each => r < each)});
      }
      return passes.map(pass => ({...pass, count: pass.active.filter(Boolean).length})).filter(pass => pass.count > 0);
    });
    const all = warps.flat();
    return {warps, passes: all.length, active: all.reduce((sum, pass) => sum + pass.count, 0)};
  };

  const percent = (active, passes) => `${Number((100 * active / (LANES * passes)).toFixed(1))} %`;
  const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 'es'}`;

  Live.define('divergence', (figure, settings, kit) => {
    const {element} = kit;
    kit.title('Two warps come to a branch');
    kit.select('branch', {label: 'branch', options: Object.entries(KINDS).map(([key, {text}]) => [key, text])});
    kit.range('k', {label: 'k', min: 0, max: 32, value: 16});
    kit.range('draw', {label: 'draw', min: 0, max: 15});
    kit.presets([
      ['neighbours disagree', {branch: 'parity'}],
      ['warps disagree', {branch: 'warp'}],
      ['one lane differs', {branch: 'below', k: 1}],
      ['random data', {branch: 'random', k: 16}],
      ['one in 32', {branch: 'random', k: 1}],
      ['a long loop', {branch: 'loops', k: 32}],
    ]);
    kit.caption('A warp executes one side with the other side’s lanes switched off, then the other side. Here A and B take equally ' +
                'long, and what comes before and after the branch is left out. Passes and active lanes are what the CPU backend counts.');
    const first = Live.model.divergence(settings.branch, settings.k, settings.draw).warps[0];
    if (KINDS[settings.branch].isA) {
      kit.guess({question: [element('code', {}, KINDS[settings.branch].code(settings.k).split('\n')[0]), ' How many passes does a warp need?'],
                 choices: [1, 2, 16, 32], answer: first.length,
                 because: first.length === 2 ? `One for A and one for B; ${first[0].count} and ${first[1].count} lanes take part.`
                                             : 'All lanes of a warp agree, so it skips the other side.'});
    }

    const line = element('code', {class: 'live-code'});
    const legend = element('p', {class: 'live-legend'});
    const warps = element('div', {class: 'divergence-warps'});
    kit.stage.append(line, legend, warps);

    function drawWarp(passes, warp) {
      const active = passes.reduce((sum, pass) => sum + pass.count, 0);
      const rows = passes.map(({side, active: lanes, count}, i) => element('div', {class: 'pass'},
        element('span', {class: 'side'}, KINDS[settings.branch].isA ? side : i + 1),
        element('div', {class: 'lanes'}, lanes.map((is, lane) =>
          element('span', {class: is ? `lane ${side}` : 'lane', title: `lane ${lane} ${is ? `is active: ${side}` : 'waits'}`}))),
        element('span', {class: 'count'}, count)));
      return element('div', {class: 'divergence-warp'},
        element('p', {class: 'name'}, element('b', {}, `Warp ${warp}`), ` ${plural(passes.length, 'pass')}, ${percent(active, passes.length)} active`),
        element('div', {class: 'pass head'}, element('span', {}), element('div', {class: 'lanes'},
          [0, 8, 16, 24].map(lane => element('span', {class: 'tick'}, lane))), element('span', {class: 'count'}, 'lanes')),
        rows);
    }

    kit.draw(() => {
      const {branch, k, draw} = settings, kind = KINDS[branch];
      const found = Live.model.divergence(branch, k, draw);
      kit.show('k', branch !== 'parity' && branch !== 'warp');
      kit.show('draw', branch === 'random' || branch === 'loops');
      line.textContent = kind.code(k);
      legend.replaceChildren(kit.key('side-A', kind.isA ? 'active, executes A' : 'active'),
                             ...(kind.isA ? [kit.key('side-B', 'active, executes B')] : []), kit.key('waste', 'waits'),
                             element('span', {}, 'Time runs downwards.'));
      warps.replaceChildren(...found.warps.map(drawWarp));
      const each = found.warps.map((passes, warp) => `warp ${warp} takes ${plural(passes.length, 'pass')}`).join(', ');
      kit.say(`${each[0].toUpperCase()}${each.slice(1)}. On average ${Number((found.active / found.passes).toFixed(2))} of 32 lanes are active, ` +
              `${percent(found.active, found.passes)}.`);
    });
  });
})();
