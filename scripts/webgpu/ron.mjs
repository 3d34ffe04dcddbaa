// Reads RON, in which wgpu writes its traces. Structs are objects with their name as `$`, what they hold under its names or numbers;
// `Some(x)` is x, `None` null, and a name alone a string.

const BLANK = /(?:\s|\/\/[^\n]*)*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /-?[0-9][0-9_.eE+-]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const WORDS = { None: null, true: true, false: false };

export function parse(text) {
  let at = 0;

  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function is(sign) {
    take(BLANK);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  function list(end, one) {
    while (!is(end)) {
      one();
      is(',');
    }
  }

  function struct(name) {
    const fields = { $: name };
    let count = 0;
    list(')', () => {
      const start = at;
      const field = take(NAME);
      if (field && is(':')) {
        fields[field] = value();
      } else {
        at = start;
        fields[count++] = value();
      }
    });
    return name === 'Some' ? fields[0] : fields;
  }

  function value() {
    if (is('[')) {
      const all = [];
      list(']', () => all.push(value()));
      return all;
    }
    if (is('{')) {
      const all = {};
      list('}', () => {
        const key = value();
        is(':');
        all[key] = value();
      });
      return all;
    }
    if (is('(')) return struct(null);
    const quoted = take(STRING);
    if (quoted !== undefined) return JSON.parse(quoted);
    const number = take(NUMBER);
    if (number !== undefined) return Number(number.replaceAll('_', ''));
    const name = take(NAME);
    if (name === undefined) throw new Error(`no RON at ${at}: ${text.slice(at, at + 40)}`);
    if (is('(')) return struct(name);
    return name in WORDS ? WORDS[name] : name;
  }

  return value();
}
