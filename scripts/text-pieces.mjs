// Reads the HTML of a lit template as far as needed to find its texts and attributes.

/**
 * The texts between tags and the values of attributes, in order: `kind` 'text' or 'value', the `name` of the attribute, and `parts`, each
 * with a `text` and its `start` in the file, or with an `expression`.
 */
export function pieces({ quasis, expressions }) {
  const reader = new Reader();
  quasis.forEach(({ value: { raw }, start }, i) => {
    for (let k = 0; k < raw.length; k++) reader.read(raw[k], start + k, raw.slice(k, k + 3));
    if (i < expressions.length) reader.take({ expression: expressions[i] });
  });
  reader.end();
  return reader.pieces;
}

class Reader {
  pieces = [];
  state = 'text';
  name = '';
  quote = '';
  piece = null;

  read(letter, place, ahead) {
    if (this.state === 'text') {
      if (/^<[a-zA-Z/!]/.test(ahead) || ahead === '<') this.enter(ahead === '<!-' ? 'comment' : 'tag');
      else this.add(letter, place);
    } else if (this.state === 'comment') {
      if (ahead === '-->') this.state = 'tag';
    } else if (this.state === 'value' && (this.quote || !/[\s>]/.test(letter))) {
      if (!this.quote && !this.piece && /["']/.test(letter)) this.quote = letter;
      else if (letter === this.quote) this.enter('tag');
      else this.add(letter, place);
    } else if (letter === '>') this.enter('text');
    else if (/[\s/]/.test(letter)) this.enter('tag');
    else if (letter === '=') this.state = 'value';
    else this.name += letter;
  }

  enter(state) {
    this.end();
    this.state = state;
    this.name = this.quote = '';
  }

  add(letter, place) {
    const last = this.piece?.parts.at(-1);
    if (last?.text) last.text += letter;
    else this.take({ text: letter, start: place });
  }

  take(part) {
    if (this.state !== 'text' && this.state !== 'value') return;
    this.piece ??= { kind: this.state, name: this.name, parts: [] };
    this.piece.parts.push(part);
  }

  end() {
    if (this.piece) this.pieces.push(this.piece);
    this.piece = null;
  }
}
