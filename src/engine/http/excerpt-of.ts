import { Tokenizer } from 'htmlparser2';

/** Elements without a text of their own worth showing; as in the reference. */
const left = new Set(
  'head style script iframe embed applet object svg img picture dialog template button form textarea input select option'.split(
    ' ',
  ),
);
const empty = new Set(['embed', 'img', 'input']);
const inline = new Set(
  'a abbr acronym b bdo big br cite code em i label q small span strong strike sub sup time'.split(' '),
);

export type Excerpt = { max: number; withEllipsis: boolean };

/**
 * The first characters of an HTML text without its tags, blanks drawn together (wire contract, section 6). Reads the text once and no further than it
 * needs.
 */
export function excerptOf(html: string, { max, withEllipsis }: Excerpt): string {
  // A line's end ends an entity too, but no tag: one that is cut off is no text.
  const characters = [...readText(`${html}\n`, 2 * max + 2).trim()];
  if (characters.length <= max) return characters.join('');
  return characters.slice(0, max).join('').trim() + (withEllipsis ? '...' : '');
}

function readText(html: string, enough: number): string {
  const text = { parts: [] as string[], length: 0, endsBlank: true };
  /** The element that is being left out, and how many of its name are open. */
  let skipped = { name: '', depth: 0 };
  const write = (added: string) => {
    if (skipped.depth > 0) return;
    const drawn = added.replace(/[\t\n\f\r ]+/g, ' ');
    const part = text.endsBlank ? drawn.replace(/^ /, '') : drawn;
    if (part === '') return;
    text.parts.push(part);
    text.length += part.length;
    text.endsBlank = part.endsWith(' ');
    if (text.length > enough) tokenizer.pause();
  };
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => write(html.slice(start, end)),
      ontextentity: (code) => write(String.fromCodePoint(code)),
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (skipped.depth > 0) skipped.depth += name === skipped.name ? 1 : 0;
        else if (left.has(name)) skipped = { name, depth: empty.has(name) ? 0 : 1 };
        else if (!inline.has(name)) write(' ');
      },
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (skipped.depth > 0) skipped.depth -= name === skipped.name ? 1 : 0;
        else if (!inline.has(name)) write(' ');
      },
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  return text.parts.join('');
}
