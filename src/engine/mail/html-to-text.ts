const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#34': '"', '#39': "'" };
const inline = new Set(['a', 'span', 'small', 'strike', 'strong', 'sub', 'sup', 'em', 'b', 'u', 'i']);

/**
 * The plain text of a small HTML body, for readers that show no HTML: links as `[label](address)`, list items with a dash, a line for
 * every block.
 */
export function htmlToText(html: string): string {
  const lines: Lines = { text: '', isAtStart: true, address: undefined, beforeLink: '' };
  for (const [token, close, name, attributes = ''] of visibleOf(html).matchAll(
    /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+|</gi,
  )) {
    if (name === undefined) write(lines, decode(token));
    else if (close === '') open(lines, name.toLowerCase(), attributes);
    else if (name.toLowerCase() === 'a') endLink(lines);
  }
  return (lines.beforeLink + lines.text).trim();
}

/** Without comments and what no reader shows. What is not closed stays, and its end is looked for once. */
function visibleOf(html: string): string {
  const lower = html.toLowerCase();
  const missing = new Set<string>();
  let visible = '';
  let shownFrom = 0;
  for (const { 0: opening, 1: name, index } of lower.matchAll(/<(style|script|template)\b|<!--/g)) {
    const closing = name ? `</${name}>` : '-->';
    if (index < shownFrom || missing.has(closing)) continue;
    const end = lower.indexOf(closing, index + opening.length);
    if (end < 0) {
      missing.add(closing);
      continue;
    }
    visible += html.slice(shownFrom, index);
    shownFrom = end + closing.length;
  }
  return visible + html.slice(shownFrom);
}

function open(lines: Lines, tag: string, attributes: string): void {
  if (tag === 'a') {
    lines.address = /\bhref\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1] ?? '';
    lines.beforeLink += `${lines.text}[`;
    lines.text = '';
    lines.isAtStart = true;
  } else if (tag === 'br' || !(inline.has(tag) || lines.isAtStart)) breakLine(lines);
  if (tag === 'li') lines.text += '- ';
}

function endLink(lines: Lines): void {
  if (lines.address === undefined) return;
  lines.beforeLink += `${lines.text.trim() || 'LINK'}]`;
  if (lines.address !== '') lines.beforeLink += `(${decode(lines.address)})`;
  lines.text = '';
  lines.address = undefined;
  lines.isAtStart = false;
}

/** What is written so far: up to where the last link's label begins, and since; the address of the link that is open. */
type Lines = { text: string; isAtStart: boolean; address: string | undefined; beforeLink: string };

function write(lines: Lines, text: string): void {
  const shown = text.replace(/\s+/g, ' ');
  const added = lines.isAtStart ? shown.trimStart() : shown;
  if (added === '') return;
  lines.text += added;
  lines.isAtStart = false;
}

function breakLine(lines: Lines): void {
  lines.text += '\r\n';
  lines.isAtStart = true;
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
