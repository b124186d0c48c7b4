const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#34': '"', '#39': "'" };
const inline = new Set(['a', 'span', 'small', 'strike', 'strong', 'sub', 'sup', 'em', 'b', 'u', 'i']);

/**
 * The plain text of a small HTML body, for readers that show no HTML: links as `[label](address)`, list items with a dash, a line for
 * every block.
 */
export function htmlToText(html: string): string {
  const lines: Lines = { text: '', isAtStart: true, address: '', linkStart: 0 };
  const visible = html.replace(/<(style|script|template)\b[\s\S]*?<\/\1>/gi, '').replace(/<!--[\s\S]*?-->/g, '');
  for (const [token, close, name, attributes = ''] of visible.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi)) {
    if (name === undefined) write(lines, decode(token));
    else if (close === '') open(lines, name.toLowerCase(), attributes);
    else if (name.toLowerCase() === 'a') endLink(lines);
  }
  return lines.text.trim();
}

function open(lines: Lines, tag: string, attributes: string): void {
  if (tag === 'a') {
    lines.address = /\bhref\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1] ?? '';
    lines.text += '[';
    lines.linkStart = lines.text.length;
    lines.isAtStart = true;
  } else if (tag === 'br' || !(inline.has(tag) || lines.isAtStart)) breakLine(lines);
  if (tag === 'li') lines.text += '- ';
}

function endLink(lines: Lines): void {
  const label = lines.text.slice(lines.linkStart).trim();
  lines.text = `${lines.text.slice(0, lines.linkStart)}${label || 'LINK'}]`;
  if (lines.address !== '') lines.text += `(${decode(lines.address)})`;
  lines.isAtStart = false;
}

/** What is written so far, and the link that is open: its address, and where its label begins. */
type Lines = { text: string; isAtStart: boolean; address: string; linkStart: number };

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
