import { escapeLiteral } from 'pg';
import type { Piece } from './piece.ts';
import { refuse, type Translating } from './translating.ts';

type Node = { span: { offset: number; length: number } };

/** A part of a JSON value by SQLite's path (`$.a[0]`), or by the name or place of it alone. Throws Untranslatable for a path that is computed. */
export function extractJson(t: Translating, node: Node, { from, path }: { from: Piece; path: Piece }): Piece {
  return { sql: `(${jsonOf(from)} #> ${pathOf(t, node, path)})`, kind: 'json' };
}

/** The steps of a path as a list of texts; `#` is the place behind the last. */
export function pathOf(t: Translating, node: Node, path: Piece): string {
  if (path.literal === undefined) return refuse(t, node, 'needs a path that is written out');
  const steps = path.literal.startsWith('$') ? stepsOf(path.literal) : [path.literal];
  if (!steps) return refuse(t, node, 'has a path that cannot be read: write it as $.name or $.list[0]');
  return `${escapeLiteral(`{${steps.map((step) => `"${step.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`)}::text[]`;
}

/** A value as JSON: a field that holds a JSON text in SQLite may be one here, too. */
export function jsonOf({ sql, kind }: Piece): string {
  if (kind === 'text') return `(${sql})::jsonb`;
  return kind === 'json' || kind === 'any' ? sql : `to_jsonb(${sql})`;
}

function stepsOf(path: string): string[] | undefined {
  const step = /\.(?:"([^"]*)"|([^.[\]"]+))|\[(#-)?(\d+)\]|\[(#)\]/y;
  const steps: string[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (!match) return undefined;
    // Counted from the end, PostgreSQL's lists begin with -1.
    steps.push(match[1] ?? match[2] ?? match[5] ?? `${match[3] ? '-' : ''}${match[4]}`);
  }
  return steps;
}
