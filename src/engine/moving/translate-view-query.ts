import type { Collection } from '../collections/collection.ts';

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_]\w*|\s+|[\s\S]/g;
const functions: Record<string, string> = { ifnull: 'coalesce' };

/**
 * A view's query in SQLite's dialect with names that PostgreSQL finds: names of collections and fields are quoted where they need it, backticks
 * and brackets become double quotes, and `ifnull` is `coalesce`. What it doesn't know stays as it is.
 */
export function translateViewQuery(query: string, all: readonly Collection[]): string {
  const known = new Map<string, string>();
  for (const { name, fields } of all) {
    for (const field of fields) known.set(field.name.toLowerCase(), field.name);
    known.set(name.toLowerCase(), name);
  }
  const tokens = query.match(token) ?? [];
  return tokens.map((text, position) => translateToken(text, tokens[position + 1], known)).join('');
}

function translateToken(text: string, next: string | undefined, known: ReadonlyMap<string, string>): string {
  const quoted = /^(?:`(.*)`|\[(.*)\])$/s.exec(text);
  if (quoted) return quote(quoted[1] ?? quoted[2] ?? '', known);
  if (!/^[A-Za-z_]/.test(text)) return text;
  if (next === '(') return functions[text.toLowerCase()] ?? text;
  const name = known.get(text.toLowerCase());
  // Only names with capitals are lost without quotes.
  return name !== undefined && name !== name.toLowerCase() ? `"${name}"` : text;
}

function quote(name: string, known: ReadonlyMap<string, string>): string {
  return `"${(known.get(name.toLowerCase()) ?? name).replaceAll('"', '""')}"`;
}

/** A query that names renamed collections by their new names. */
export function renameInQuery(query: string, renames: ReadonlyMap<string, string>): string {
  const tokens = query.match(token) ?? [];
  return tokens
    .map((text) => {
      const bare = text.replace(/^["`[]|["`\]]$/g, '');
      const to = text.startsWith("'") ? undefined : renames.get(bare);
      return to === undefined ? text : text.replace(bare, to);
    })
    .join('');
}
