// Texts: what changed from one to another, and a text as a part of a link.

/** The lines of two texts that are not in both, with two lines around them: [" " | "-" | "+", line]. */
export function difference(before, after) {
  const a = before.split("\n"), b = after.split("\n");
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) ++begin;
  let end = 0;
  while (end < Math.min(a.length, b.length) - begin && a.at(-1 - end) === b.at(-1 - end)) ++end;
  const x = a.slice(begin, a.length - end), y = b.slice(begin, b.length - end);
  // The longest list of lines that both have.
  const common = Array.from({length: x.length + 1}, () => new Uint16Array(y.length + 1));
  for (let i = x.length; i-- > 0;) {
    for (let j = y.length; j-- > 0;) {
      common[i][j] = x[i] === y[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const around = (lines) => lines.map((line) => [" ", line]);
  const lines = around(a.slice(Math.max(0, begin - 2), begin));
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      lines.push([" ", x[i++]]);
      ++j;
    } else if (j === y.length || (i < x.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push(["-", x[i++]]);
    } else {
      lines.push(["+", y[j++]]);
    }
  }
  return lines.concat(around(a.slice(a.length - end, a.length - end + 2)));
}

/** Text in a link: compressed, in letters that an address may have. */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
