import { extractJson, jsonOf, pathOf } from './extract-json.ts';
import { asNumber, asText, type Piece } from './piece.ts';
import { refuse, type Translating } from './translating.ts';

type Node = { span: { offset: number; length: number } };
type Asked = { name: string; args: readonly Piece[] };

/** In JSON instants are the texts of the wire. */
export function wireOf(piece: Piece): string {
  return piece.kind === 'date' ? asText(piece) : piece.sql;
}

/** A call of SQLite's functions of JSON; undefined where it is none. */
export function translateJson(t: Translating, node: Node, { name, args }: Asked): Piece | undefined {
  const [first, second] = args;
  if (!first) return undefined;
  switch (name) {
    case 'json':
      return { sql: jsonOf(first), kind: 'json' };
    case 'json_extract':
      if (!second || args.length > 2) return refuse(t, node, 'takes a value and one path here');
      return extractJson(t, node, { from: first, path: second });
    case 'json_array_length': {
      const list = second ? extractJson(t, node, { from: first, path: second }).sql : jsonOf(first);
      return {
        sql: `(case jsonb_typeof(${list}) when 'array' then jsonb_array_length(${list}) else 0 end)`,
        kind: 'number',
      };
    }
    case 'json_array':
      return { sql: `jsonb_build_array(${args.map(wireOf).join(', ')})`, kind: 'json' };
    case 'json_object':
      return { sql: `jsonb_build_object(${args.map(wireOf).join(', ')})`, kind: 'json' };
    case 'json_type':
      return typeOf(second ? extractJson(t, node, { from: first, path: second }).sql : jsonOf(first));
    case 'json_valid':
      return args.length === 1 ? validity(first) : refuse(t, node, 'takes a value alone here');
    case 'json_quote':
      return first.kind === 'json'
        ? refuse(t, node, 'takes a text or a number here')
        : { sql: itemOf(first), kind: 'json' };
    case 'json_patch':
      return second && { sql: `json_patched(${jsonOf(first)}, ${jsonOf(second)})`, kind: 'json' };
    default:
      return placed(t, node, { name, args });
  }
}

function typeOf(json: string): Piece {
  return {
    sql: `(case jsonb_typeof(${json}) when 'number' then case when (${json})::text ~ '[.e]' then 'real' else 'integer' end
      when 'boolean' then (${json})::text when 'string' then 'text' else jsonb_typeof(${json}) end)`,
    kind: 'text',
  };
}

function validity(piece: Piece): Piece {
  const isText = piece.kind === 'text' || piece.kind === 'date';
  return {
    sql: isText ? `is_json(${asText(piece)})::integer` : `(case when ${piece.sql} is not null then 1 end)`,
    kind: 'number',
  };
}

/** A value as an item of JSON: a truth is a number. */
function itemOf(piece: Piece): string {
  if (piece.kind === 'json') return piece.sql;
  if (piece.sql === 'null') return `'null'::jsonb`;
  const value =
    piece.kind === 'bool' ? asNumber(piece) : piece.kind === 'text' ? `(${piece.sql})::text` : wireOf(piece);
  return `coalesce(to_jsonb(${value}), 'null'::jsonb)`;
}

const changes: Record<string, string> = {
  json_set: 'set',
  json_insert: 'insert',
  json_replace: 'replace',
  json_remove: 'remove',
};

function placed(t: Translating, node: Node, { name, args }: Asked): Piece | undefined {
  const how = changes[name];
  const [first, ...rest] = args;
  if (!how || !first) return undefined;
  const size = how === 'remove' ? 1 : 2;
  if (rest.length % size !== 0) return refuse(t, node, 'takes a value and pairs of a path and a value');
  let sql = jsonOf(first);
  for (let at = 0; at < rest.length; at += size) {
    const [path, item] = rest.slice(at, at + size);
    if (path) sql = `json_placed(${sql}, ${pathOf(t, node, path)}, ${item ? itemOf(item) : 'null'}, '${how}')`;
  }
  return { sql, kind: 'json' };
}
