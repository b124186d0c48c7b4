/** A line of a calendar file, taken together where it is folded. Names are in capitals, whatever the file writes. */
export type ContentLine = { name: string; parameters: ReadonlyMap<string, string>; value: string; line: number };

/** A part of a calendar that is looked at, with its own lines, and where it begins. */
export type Component = {
  name: string;
  line: number;
  lines: ContentLine[];
  parts: Component[];
  /** One of its lines can't be read. */
  isDamaged: boolean;
};

export type Components = {
  calendars: Component[];
  /** Where something stands that is no line of a calendar; of lines that follow one another the first. */
  damaged: number[];
};

/** Parts that stand in a calendar and never in each other: one that begins ends one whose end is damaged. */
const ofCalendar = new Set(['VEVENT', 'VTIMEZONE', 'VFREEBUSY', 'VTODO', 'VJOURNAL', 'VAVAILABILITY']);
const deepest = 8;

/**
 * The calendars of a text and their parts (RFC 5545, 3.4). A line that can't be read, an end that is missing, and what stands before, between and after
 * calendars hide nothing else. `spend` is called for each part, and throws where there are too many. Takes time in proportion to the text.
 */
export function readComponents(text: string, spend: () => void): Components {
  const found: Components = { calendars: [], damaged: [] };
  let open: Component[] = [];
  let lastDamaged = 0;
  for (const raw of unfold(text)) {
    const content = readLine(raw.text, raw.line);
    const next = content && take(content, { open, found, spend });
    if (next) {
      open = next;
      continue;
    }
    if (raw.line > lastDamaged + 1 || lastDamaged === 0) found.damaged.push(raw.line);
    lastDamaged = raw.last;
    const within = open.at(-1);
    if (within) within.isDamaged = true;
  }
  // A file that was cut off may lack the rest of its events.
  const last = open.at(-1);
  if (last) found.damaged.push(last.line);
  return found;
}

type Reading = { open: Component[]; found: Components; spend: () => void };

/** What is open after a line; undefined where it belongs to nothing. */
function take(content: ContentLine, { open, found, spend }: Reading): Component[] | undefined {
  const what = content.value.trim().toUpperCase();
  if (content.name === 'BEGIN') {
    spend();
    const outer = stillOpen(open, what);
    const component: Component = { name: what, line: content.line, lines: [], parts: [], isDamaged: false };
    if (what === 'VCALENDAR') found.calendars.push(component);
    else outer.at(-1)?.parts.push(component);
    return outer.length < deepest ? [...outer, component] : outer;
  }
  if (content.name === 'END') {
    const at = open.findLastIndex(({ name }) => name === what);
    return at < 0 ? undefined : open.slice(0, at);
  }
  open.at(-1)?.lines.push(content);
  return open.length > 0 ? open : undefined;
}

function stillOpen(open: Component[], what: string): Component[] {
  if (what === 'VCALENDAR') return [];
  const calendar = open.findLastIndex(({ name }) => name === 'VCALENDAR');
  return ofCalendar.has(what) ? open.slice(0, calendar + 1) : open;
}

type RawLine = { text: string; line: number; last: number };

// A line that begins with a blank goes on with the line before it.
function* unfold(text: string): Generator<RawLine> {
  let current: { pieces: string[]; line: number } | undefined;
  let number = 0;
  for (const piece of physicalLines(text)) {
    number += 1;
    if (current && (piece.startsWith(' ') || piece.startsWith('\t'))) {
      current.pieces.push(piece.slice(1));
      continue;
    }
    if (current) yield { text: current.pieces.join(''), line: current.line, last: number - 1 };
    current = piece.trim() === '' ? undefined : { pieces: [piece], line: number };
  }
  if (current) yield { text: current.pieces.join(''), line: current.line, last: number };
}

function* physicalLines(text: string): Generator<string> {
  let from = text.startsWith('\ufeff') ? 1 : 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  yield text.slice(from);
}

/** `NAME;PARAMETER=value:value`; quotes keep what stands in them together. Undefined for anything else. */
function readLine(text: string, line: number): ContentLine | undefined {
  const name = /^[A-Za-z0-9._-]{1,100}(?=[;:])/.exec(text)?.[0];
  if (name === undefined) return undefined;
  const parameters = new Map<string, string>();
  let from = name.length + 1;
  let isQuoted = false;
  if (text[name.length] === ':') return { name: name.toUpperCase(), parameters, value: text.slice(from), line };
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted || (letter !== ';' && letter !== ':')) continue;
    takeParameter(parameters, text.slice(from, at));
    from = at + 1;
    if (letter === ':') return { name: name.toUpperCase(), parameters, value: text.slice(from), line };
  }
  return undefined;
}

function takeParameter(parameters: Map<string, string>, text: string): void {
  const equals = text.indexOf('=');
  if (equals < 0) return;
  parameters.set(
    text.slice(0, equals).trim().toUpperCase(),
    text
      .slice(equals + 1)
      .replaceAll('"', '')
      .trim(),
  );
}

/** The lines of a name. */
export function linesOf({ lines }: Component, name: string): ContentLine[] {
  return lines.filter((line) => line.name === name);
}

/** What the first line of a name says, without blanks around it; empty without one. */
export function textOf({ lines }: Component, name: string): string {
  return lines.find((line) => line.name === name)?.value.trim() ?? '';
}
