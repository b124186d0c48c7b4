import { badRequest } from './api-error.ts';
import { type Excerpt, excerptOf } from './excerpt-of.ts';

/** What `?fields=` asks for at one level: named keys with what to take of them, and whether `*` takes the rest, and what of it. */
export type FieldPick = { all: boolean; keys: Map<string, FieldPick>; excerpt?: Excerpt; rest?: Excerpt };

/** Parses a `fields` parameter (wire contract, section 6). Throws 400 for a modifier that does not exist. */
export function parseFields(text: string): FieldPick {
  const root: FieldPick = { all: false, keys: new Map() };
  for (const item of splitOutsideParentheses(text)) {
    if (item.trim() === '') continue;
    addPath(root, item.trim());
  }
  return root;
}

function splitOutsideParentheses(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(') isInside = true;
    else if (character === ')') isInside = false;
    else if (character === ',' && !isInside) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, text.slice(start)];
}

function addPath(root: FieldPick, item: string): void {
  const colon = item.indexOf(':');
  const path = colon < 0 ? item : item.slice(0, colon);
  let level = root;
  const parts = path.split('.');
  for (const [index, part] of parts.entries()) {
    // All keys only at the end; before it no key has the name.
    if (part === '*' && index === parts.length - 1) {
      level.all = true;
      if (colon >= 0) level.rest = parseExcerpt(item.slice(colon + 1));
      return;
    }
    let next = level.keys.get(part);
    if (!next) {
      next = { all: false, keys: new Map() };
      level.keys.set(part, next);
    }
    level = next;
  }
  // Of one key named twice, the last one says what is taken of it.
  delete level.excerpt;
  if (colon >= 0) level.excerpt = parseExcerpt(item.slice(colon + 1));
}

function parseExcerpt(modifier: string): Excerpt {
  const match = /^excerpt\(\s*(\d+)\s*(?:,\s*(\w+)\s*)?\)$/.exec(modifier.trim());
  const max = Number(match?.[1]);
  if (!match || !(max > 0)) throw badRequest('Invalid fields modifier.');
  return { max, withEllipsis: /^(?:1|t|true)$/i.test(match[2] ?? '') };
}

/** The picked part of an answer; applied to each item of a list, whose envelope stays whole. */
export function pickFields(value: unknown, pick: FieldPick): unknown {
  if (isListEnvelope(value)) return { ...value, items: value.items.map((item) => pickFrom(item, pick)) };
  return pickFrom(value, pick);
}

function isListEnvelope(value: unknown): value is { items: unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'items' in value &&
    Array.isArray(value.items) &&
    'page' in value &&
    'perPage' in value
  );
}

function pickFrom(value: unknown, pick: FieldPick): unknown {
  // A list is one of records by its first item; a list of anything else stays whole.
  if (Array.isArray(value)) return isObject(value[0]) ? value.map((item) => pickFrom(item, pick)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const picked: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const wanted = pick.keys.get(key);
    if (wanted) picked[key] = pickValue(inner, wanted);
    else if (pick.all) picked[key] = pick.rest ? excerpted(inner, pick.rest) : inner;
  }
  return picked;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function excerpted(value: unknown, excerpt: Excerpt): unknown {
  return typeof value === 'string' ? excerptOf(value, excerpt) : value;
}

function pickValue(value: unknown, pick: FieldPick): unknown {
  if (pick.excerpt) return excerpted(value, pick.excerpt);
  return pick.keys.size === 0 && !pick.all ? value : pickFrom(value, pick);
}
