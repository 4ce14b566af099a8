// The frame of the book's live pictures.
//
// A page has <figure class="live" data-live="access" data-stride="2"> with a static picture in it. The
// script access.js calls Live.define('access', build); then build(figure, settings, kit) is called for each
// such figure. `settings` has what the figure says, or the page's address (#live:access?stride=2), or what
// the reader has chosen since. `kit` makes the parts: see `kitOf` below. Without scripts and on paper the
// static picture stays; a figure without one is not there then. Nothing is stored and nothing is sent.
const Live = (() => {
  'use strict';

  const builders = new Map();  // by the name of the picture
  const traces = new Map();
  const frames = new Map();    // by what the address calls a figure: access, and access-2 for the next one
  const notSettings = new Set(['live', 'trace', 'guess']);  // the other data-… of a figure
  const icons = {
    first: 'M3 3h2v10H3zM11.5 2.5L6 8l5.5 5.5L13 12 9 8l4-4z',
    back: 'M10 2.5L4.5 8l5.5 5.5 1.5-1.5-4-4 4-4z',
    play: 'M4 2.5v11L13 8z',
    pause: 'M4 3h3v10H4zM9 3h3v10H9z',
    forward: 'M6 2.5L11.5 8 6 13.5 4.5 12l4-4-4-4z',
  };

  // ------------------------------------------------------------------------------------------ elements

  // element('p', {class: 'big', title: 'x', onclick: f}, 'text', child, [more, children])
  function fill(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, '');
      else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
    }
    made.append(...children.flat(Infinity));
    return made;
  }

  function element(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
  }

  function svg(tag, attributes, ...children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
  }

  function icon(name) {
    return svg('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, svg('path', {d: icons[name]}));
  }

  // Lets a reader choose one of several elements by mouse, touch or arrow keys: choose(i) for the one that is
  // pointed at or has the focus, choose(null) for none. Together they are one stop of the Tab key.
  function pick(elements, choose, columns = elements.length) {
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns};
    const enter = at => {
      elements.forEach((each, i) => each.setAttribute('tabindex', i === at ? 0 : -1));
      choose(at);
    };
    elements.forEach((each, i) => {
      each.setAttribute('tabindex', i === 0 ? 0 : -1);
      each.addEventListener('pointerenter', () => choose(i));
      each.addEventListener('pointerleave', () => {
        const focused = elements.indexOf(document.activeElement);
        choose(focused < 0 ? null : focused);
      });
      each.addEventListener('click', () => each.focus());
      each.addEventListener('focus', () => enter(i));
      each.addEventListener('blur', () => choose(null));
      each.addEventListener('keydown', event => {
        let to = i + steps[event.key];
        if (event.key === 'Home') to = 0;
        if (event.key === 'End') to = elements.length - 1;
        if (!elements[to]) return;
        event.preventDefault();
        elements[to].focus();
      });
    });
  }

  // ---------------------------------------------------------------------------------------- one figure

  class Frame {
    constructor(figure, place, settings) {
      Object.assign(this, {figure, place, settings, controls: new Map(), draws: [], player: null, asked: false});
      this.picture = [...figure.children];
      this.picture.forEach(each => each.classList.add('live-static'));

      this.title = element('div', {class: 'live-title', id: `live-title-${place}`});
      this.link = element('a', {class: 'live-link', onclick: () => this.copyLink()}, 'Link to this setting');
      this.head = element('div', {class: 'live-head'}, this.title, this.link);
      this.knobs = element('div', {class: 'live-controls', role: 'group', 'aria-label': 'Settings', hidden: true});
      this.stage = element('div', {class: 'live-stage'});
      this.steps = element('div', {class: 'live-steps'});
      this.sentence = element('p', {class: 'live-say', 'aria-live': 'polite'});
      this.caption = element('p', {class: 'live-caption', hidden: true});
      this.body = element('div', {class: 'live-body'}, this.knobs, this.stage, this.steps, this.sentence, this.caption);
      this.frame = element('div', {class: 'live-frame'}, this.head, this.body);
      figure.append(this.frame);
      figure.classList.add('live-on');
      figure.classList.toggle('live-alone', this.picture.length === 0);
      figure.setAttribute('aria-labelledby', this.title.id);
    }

    // Where the reader is: the settings that an address has to name.
    address() {
      const values = new URLSearchParams();
      for (const [key, control] of this.controls) values.set(key, String(control.get()));
      return `#live:${this.place}?${values}`;
    }

    copyLink() {
      const done = () => {
        this.link.textContent = 'Copied';
        setTimeout(() => { this.link.textContent = 'Link to this setting'; }, 1500);
      };
      if (navigator.clipboard) navigator.clipboard.writeText(this.link.href).then(done, () => {});
    }

    // A control has get() and set(text or value), which takes what it can and leaves the rest.
    add(key, control, ...shown) {
      this.controls.set(key, control);
      if (this.settings[key] !== undefined) control.set(this.settings[key]);
      this.settings[key] = control.get();
      this.knobs.append(...shown);
      this.knobs.hidden = false;
    }

    // Several settings at once. How far a knob goes may depend on the others, and how many steps there are does,
    // so they are set once more when the picture has seen the others.
    change(values) {
      const known = Object.entries(values).filter(([key]) => this.controls.has(key));
      for (let time = 0; time < 2; ++time) {
        known.forEach(([key, value]) => this.controls.get(key).set(value));
        this.update();
      }
    }

    update() {
      for (const [key, control] of this.controls) this.settings[key] = control.get();
      this.draws.forEach(draw => draw(this.settings));
      if (this.player) this.player.go(this.player.step);
      this.link.href = this.address();
    }

    uncover() {
      if (this.question) this.question.answer(null);
    }
  }

  // -------------------------------------------------------------------------------------- the controls

  // A slider with its value beside it; `show` says the value in other words. limit(max) moves its upper end.
  function range(frame, key, {label, min, max, step = 1, value = min, show = String}) {
    const id = `live-${frame.place}-${key}`;
    const input = element('input', {type: 'range', id, min, max, step, value, name: key});
    const output = element('output', {for: id});
    const tell = () => {
      output.textContent = show(+input.value);
      input.setAttribute('aria-valuetext', output.textContent);
    };
    input.addEventListener('input', () => { tell(); frame.update(); });
    const set = wanted => {
      if (String(wanted).trim() === '' || !isFinite(wanted)) return;
      input.value = wanted;  // the browser keeps it within min, max and step
      tell();
    };
    frame.add(key, {get: () => +input.value, set},
              element('div', {class: 'live-control'}, element('label', {for: id}, label), input, output));
    tell();
    const limit = most => {
      input.max = most;
      tell();
      frame.settings[key] = +input.value;
    };
    return {input, limit};
  }

  // A choice; options are [value, text] or text.
  function select(frame, key, {label, options, value}) {
    const id = `live-${frame.place}-${key}`;
    const pairs = options.map(each => Array.isArray(each) ? each : [each, each]);
    const input = element('select', {id, name: key, onchange: () => frame.update()},
                          pairs.map(([each, text]) => element('option', {value: each}, text)));
    if (value !== undefined) input.value = value;
    const number = pairs.every(([each]) => typeof each === 'number');
    const set = wanted => {
      if (pairs.some(([each]) => String(each) === String(wanted))) input.value = wanted;
    };
    frame.add(key, {get: () => number ? +input.value : input.value, set},
              element('div', {class: 'live-control'}, element('label', {for: id}, label), input));
    return input;
  }

  function checkbox(frame, key, {label, value = false}) {
    const id = `live-${frame.place}-${key}`;
    const input = element('input', {type: 'checkbox', id, name: key, checked: value, onchange: () => frame.update()});
    const set = wanted => { input.checked = ['1', 'true', 'on'].includes(String(wanted)); };
    frame.add(key, {get: () => input.checked ? 1 : 0, set},
              element('div', {class: 'live-control'}, input, element('label', {for: id}, label)));
    return input;
  }

  // Buttons that set several knobs at once: [text, {stride: 2, offset: 0}]. The one in force is marked.
  function presets(frame, pairs) {
    const buttons = pairs.map(([text, values]) =>
      element('button', {type: 'button', onclick: () => frame.change(values)}, text));
    frame.draws.push(settings => pairs.forEach(([, values], i) => buttons[i].setAttribute('aria-pressed',
      Object.entries(values).every(([key, value]) => String(settings[key]) === String(value)))));
    frame.body.prepend(element('div', {class: 'live-presets', role: 'group', 'aria-label': 'Examples'}, buttons));
  }

  // ---------------------------------------------------------------------------------------- the player

  // Steps 0 to count - 1, told by show(step): buttons, a slider, arrow keys, and space for play and pause.
  // A picture opens at the last step, which shows the whole; playing from there starts at the first. reset(count)
  // opens it anew, with another number of steps.
  function player(frame, {count, show, wait = 1100}) {
    let step = count - 1, timer = null;
    const button = (name, label, act) =>
      element('button', {type: 'button', 'aria-label': label, title: label, onclick: act}, icon(name));
    const slider = element('input', {type: 'range', min: 0, max: count - 1, value: 0, 'aria-label': 'Step'});
    const output = element('output', {class: 'live-step'});
    const playing = button('play', 'Play', () => toggle());
    const first = button('first', 'First step', () => move(0));
    const back = button('back', 'One step back', () => move(step - 1));
    const forward = button('forward', 'One step forward', () => move(step + 1));

    function go(to) {
      step = Math.max(0, Math.min(count - 1, Math.round(+to) || 0));
      slider.value = step;
      output.textContent = `${step + 1} of ${count}`;
      slider.setAttribute('aria-valuetext', `step ${output.textContent}`);
      for (const each of [first, back]) each.setAttribute('aria-disabled', step === 0);
      forward.setAttribute('aria-disabled', step === count - 1);
      frame.settings.step = step;
      show(step);
      frame.link.href = frame.address();
    }

    function move(to) {  // by the reader's hand, so it does not go on by itself
      stop();
      go(to);
    }

    function mark(name, label) {
      playing.replaceChildren(icon(name));
      playing.setAttribute('aria-label', label);
      playing.title = label;
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      mark('play', 'Play');
    }

    function play() {
      stop();
      if (step === count - 1) go(0);
      mark('pause', 'Pause');
      timer = setInterval(() => {
        go(step + 1);
        if (step === count - 1) stop();
      }, wait);
    }

    function toggle() {
      if (timer === null) play();
      else stop();
    }

    function reset(newCount = count) {
      stop();
      count = newCount;
      slider.max = count - 1;
      go(count - 1);
    }

    slider.addEventListener('input', () => move(slider.value));
    const keys = {ArrowLeft: () => move(step - 1), ArrowRight: () => move(step + 1),
                  Home: () => move(0), End: () => move(count - 1)};
    const group = element('div', {class: 'live-player', role: 'group', 'aria-label': 'Player'},
                          first, back, playing, forward, slider, output);
    group.addEventListener('keydown', event => {
      const act = event.key === ' ' && event.target === slider ? toggle : keys[event.key];
      if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
    frame.steps.append(group);
    frame.controls.set('step', {get: () => step, set: wanted => go(wanted)});
    frame.player = {go, play, stop, reset, get step() { return step; }, get count() { return count; }};
    return frame.player;
  }

  // ------------------------------------------------------------------------------------- guess first

  // A question, a text or several and elements, before the picture: choices are texts, or left out where the
  // answer is a number. The picture stays covered until the reader has chosen or asks to be shown. Then `because`
  // explains, and the picture shows what was asked: `shows` has the settings, and a player's step if it is not the last.
  function guess(frame, {question, choices, answer, because = '', shows = {}}) {
    if (frame.asked || frame.figure.dataset.guess === 'off') return;
    frame.asked = true;
    const verdict = element('p', {class: 'live-verdict', 'aria-live': 'polite', tabindex: -1});
    const showMe = element('button', {type: 'button', class: 'live-show-me', onclick: () => tell(null)}, 'Show me');
    const number = element('input', {type: 'number', 'aria-label': 'Your guess', inputmode: 'numeric'});
    const check = element('button', {type: 'button', onclick: () => { if (number.value !== '') tell(number.value); }}, 'Check');
    number.addEventListener('keydown', event => { if (event.key === 'Enter') check.click(); });
    const buttons = (choices || []).map(choice =>
      element('button', {type: 'button', onclick: () => tell(choice)}, String(choice)));
    const box = element('fieldset', {class: 'live-guess'}, element('legend', {}, question),
                        element('div', {class: 'live-choices'}, choices ? buttons : [number, check], showMe), verdict);

    function tell(chosen) {
      if (frame.question === null) return;
      frame.question = null;
      const right = chosen !== null && String(chosen) === String(answer);
      const start = chosen === null ? `It is ${answer}.` : right ? `Yes, ${answer}.` : `Not ${chosen}: it is ${answer}.`;
      verdict.textContent = because ? `${start} ${because}` : start;
      verdict.classList.add(right ? 'right' : chosen === null ? 'shown' : 'wrong');
      buttons.forEach((button, i) => {
        button.setAttribute('aria-disabled', true);  // `disabled` would lose the focus
        if (String(choices[i]) === String(answer)) button.classList.add('right');
        else if (choices[i] === chosen) button.classList.add('wrong');
      });
      number.readOnly = true;
      check.setAttribute('aria-disabled', true);
      if (document.activeElement === showMe) verdict.focus({preventScroll: true});
      showMe.remove();
      frame.figure.classList.remove('live-guessing');
      frame.change({step: Infinity, ...shows});
    }

    frame.question = {answer: () => { box.remove(); frame.question = null; frame.figure.classList.remove('live-guessing'); }};
    frame.figure.classList.add('live-guessing');
    frame.head.after(box);
  }

  // ------------------------------------------------------------------------------------ rows of boxes

  // What some words, or lanes, hold after each round: a row of boxes per round, with arrows from the row before.
  // rows: [{label, boxes: [{text, kind, title}], arrows: [{from, to, kind}]}]; a row that has no place in
  // `columns` goes on in a second line, and then there are no arrows. `now` is the row that is looked at, and what
  // comes behind it is still empty; without it, all are.
  function rows({columns, rows: all, now, label, feet = {label: '', boxes: []}, wide = columns > 16 ? 21 : 36}) {
    const box = {wide, high: 26, gap: columns > 16 ? 1 : 4};
    const left = 14 + 6.6 * Math.max(...all.map(row => row.label.length), feet.label.length);
    const lines = Math.ceil(all[0].boxes.length / columns);
    const high = lines * (box.high + 3) + (lines === 1 ? 26 : 8);
    const x = i => left + (i % columns) * (box.wide + box.gap);
    const y = (row, i) => 3 + row * high + Math.floor(i / columns) * (box.high + 3);
    const middle = i => x(i) + box.wide / 2;
    const footLines = Math.ceil(feet.boxes.length / columns), footTop = y(all.length - 1, 0) + lines * (box.high + 3);
    const width = x(columns - 1) + box.wide + 4, height = footTop + 4 + 15 * footLines;
    const made = svg('svg', {viewBox: `0 0 ${width} ${height}`, class: columns > 16 ? 'live-rows dense' : 'live-rows', role: 'img', 'aria-label': label,
                             style: `max-width: ${1.25 * width}px; min-width: ${width > 420 ? 0.8 * width : 0}px`});
    const fitting = text => {  // a digit is 0.66 of the font's size wide, at most
      const size = (box.wide - 3) / (0.66 * String(text).length);
      return size < (columns > 16 ? 11 : 12) ? `font-size: ${size.toFixed(1)}px` : null;
    };
    const name = (text, at) => svg('text', {x: 2, y: at, class: 'live-row-name'}, text);
    const arrow = (r, {from, to, kind = ''}) => {
      const [x1, y1, y2] = [middle(from), y(r - 1, 0) + box.high + 1, y(r, 0) - 2];
      const x2 = middle(to) + 5 * Math.sign(x1 - middle(to)), long = Math.hypot(x2 - x1, y2 - y1);
      const [ux, uy] = [(x2 - x1) / long * 6, (y2 - y1) / long * 6];  // the head's two lines end beside these
      return svg('path', {class: `live-arrow ${kind}`, 'data-from': from, 'data-to': to,
        d: `M${x1} ${y1}L${x2} ${y2}m${-ux - uy / 2} ${-uy + ux / 2}L${x2} ${y2}l${-ux + uy / 2} ${-uy - ux / 2}`});
    };
    all.forEach((row, r) => {
      const when = r < now ? 'past' : r > now ? 'future' : 'now', shown = when !== 'future';
      made.append(svg('g', {class: `live-row ${when}`, 'data-row': r}, name(row.label, y(r, 0) + 17.5),
        lines === 1 && shown ? (row.arrows || []).map(each => arrow(r, each)) : [],
        row.boxes.map(({text, kind = '', title}, i) => svg('g', {class: `live-box ${shown ? kind : 'empty'}`, 'data-box': i},
          svg('rect', {x: x(i), y: y(r, i), width: box.wide, height: box.high, rx: 4}),
          svg('text', {x: middle(i), y: y(r, i) + 17.5, style: fitting(text)}, shown ? String(text) : ''),
          title && shown ? svg('title', {}, title) : []))));
    });
    const footOf = i => footTop + 14 + 15 * Math.floor(i / columns);
    if (footLines) made.append(name(feet.label, footOf(0)));
    feet.boxes.forEach(({text, kind = ''}, i) =>
      made.append(svg('text', {class: `live-foot ${kind}`, 'data-foot': i, x: middle(i), y: footOf(i)}, text)));
    return made;
  }

  // What a picture is given to build itself with.
  function kitOf(frame) {
    return {
      element, svg, pick,
      // A square of a colour and what it means: used, waste, hot, ok, none.
      key: (colour, meaning) => element('span', {class: 'live-key'}, element('i', {class: colour}), meaning),
      stage: frame.stage,                                    // the picture goes in here
      title: text => { frame.title.textContent = text; },
      caption: (...parts) => { frame.caption.replaceChildren(...parts); frame.caption.hidden = false; },
      range: (key, options) => range(frame, key, options),
      select: (key, options) => select(frame, key, options),
      checkbox: (key, options) => checkbox(frame, key, options),
      presets: pairs => presets(frame, pairs),
      // Whether a knob is there: what has no meaning at the moment should not be turned.
      show: (key, visible) => { document.getElementById(`live-${frame.place}-${key}`).parentElement.hidden = !visible; },
      player: options => player(frame, options),
      guess: options => guess(frame, options),
      // The words for what is seen now; they are read aloud as well.
      say: text => { if (frame.sentence.textContent !== text) frame.sentence.textContent = text; },
      // draw(settings) is called when build has returned, and after each change of a setting.
      draw: draw => { frame.draws.push(draw); },
      change: values => frame.change(values),
      trace: (name = frame.figure.dataset.trace) => traces.get(name),
    };
  }

  // ------------------------------------------------------------------------------- figures and addresses

  function fromAddress() {
    const match = /^#live:([\w-]+)(?:\?(.*))?$/.exec(location.hash);
    return match && {place: match[1], values: Object.fromEntries(new URLSearchParams(match[2] || ''))};
  }

  function build(figure) {
    const place = figure.dataset.place, builder = builders.get(figure.dataset.live);
    if (!builder || frames.has(place)) return;
    const settings = Object.fromEntries(
      Object.entries(figure.dataset).filter(([key]) => !notSettings.has(key) && key !== 'place'));
    const frame = new Frame(figure, place, settings);
    frames.set(place, frame);
    try {
      frame.title.textContent = figure.dataset.live;
      builder(figure, settings, kitOf(frame));
      const {step} = settings;
      frame.update();  // a picture is drawn before it goes to a step
      if (step !== undefined) frame.change({step});
    } catch (error) {  // then the static picture is better than half of a live one
      frame.frame.remove();
      figure.classList.remove('live-on', 'live-guessing');
      console.error(error);
    }
  }

  // An address with settings leads to its picture, as one with a heading does to the heading.
  function follow() {
    const wanted = fromAddress(), frame = wanted && frames.get(wanted.place);
    if (!frame) return;
    frame.uncover();
    if (frame.address() !== location.hash) frame.change(wanted.values);
    frame.figure.scrollIntoView({behavior: 'instant'});
  }

  const placed = new Map();  // how many figures there are of each name

  function show(figure) {
    const name = figure.dataset.live, n = (placed.get(name) || 0) + 1;
    placed.set(name, n);
    figure.dataset.place = n === 1 ? name : `${name}-${n}`;
    if (!figure.id) figure.id = `live-${figure.dataset.place}`;
    build(figure);
    return frames.get(figure.dataset.place);
  }

  let started = false;

  function start() {
    if (started) return;
    started = true;
    document.querySelectorAll('figure.live').forEach(show);
    follow();
  }

  window.addEventListener('hashchange', follow);
  if (document.readyState === 'complete') setTimeout(start);
  document.addEventListener('DOMContentLoaded', start);  // all scripts with `defer` have run by then
  window.addEventListener('load', start);

  return {
    define(name, builder) {
      builders.set(name, builder);
      if (!started) return;
      document.querySelectorAll(`figure.live[data-live="${name}"]`).forEach(build);
      follow();
    },
    trace(name, data) { traces.set(name, data); },
    show,       // a figure that was put on the page later -> its frame, whose change({stride: 2}) turns the knobs
    rows,       // rows of boxes, for pictures of rounds
    model: {},  // what a picture computes, as functions that tests can call: Live.model.access = (…) => …
  };
})();
