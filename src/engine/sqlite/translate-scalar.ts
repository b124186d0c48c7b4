import { asNumber, asText, type Piece } from './piece.ts';
import { translateFormat } from './translate-format.ts';
import { refuse, type Translating } from './translating.ts';

type Node = { span: { offset: number; length: number } };
type Asked = { name: string; args: readonly Piece[] };

/** A call of a function of SQLite's that PostgreSQL has not, or means otherwise; undefined where it is none. */
export function translateScalar(t: Translating, node: Node, { name, args }: Asked): Piece | undefined {
  const [first, second, third] = args;
  if (name === 'random' && !first) {
    const half = 'floor(random() * 4294967296)::bigint';
    return { sql: `(${half} << 32 | ${half})`, kind: 'number' };
  }
  if (name === 'char') return { sql: `concat(${args.map(character).join(', ') || `''`})`, kind: 'text' };
  if (!first) return undefined;
  switch (name) {
    case 'format':
    case 'printf':
      return translateFormat(t, node, args);
    case 'hex':
      return { sql: `coalesce(upper(encode(convert_to(${asText(first)}, 'UTF8'), 'hex')), '')`, kind: 'text' };
    case 'unicode':
      return { sql: `nullif(ascii(${asText(first)}), 0)`, kind: 'number' };
    case 'quote':
      return first.kind === 'json' ? refuse(t, node, 'takes a text or a number here') : quoted(first);
    case 'likely':
    case 'unlikely':
    case 'likelihood':
      return first;
    case 'mod':
      return second && remainder(first, second);
    case 'sqrt':
      return whereAbove(first, '>= 0', 'sqrt');
    case 'ln':
    case 'log10':
      return whereAbove(first, '> 0', name);
    case 'log':
      return second ? undefined : whereAbove(first, '> 0', 'log10');
    case 'like':
      return (
        second && {
          sql: `(${asText(second)} ilike ${asText(first)} escape ${third ? asText(third) : `''`})`,
          kind: 'bool',
        }
      );
    case 'substr':
    case 'substring':
      return second && { sql: part(asText(first), [second, third]), kind: 'text' };
    default:
      return undefined;
  }
}

function character(piece: Piece): string {
  const code = `(${asNumber(piece)})::integer`;
  return `(case when ${code} between 1 and 55295 or ${code} between 57344 and 1114111 then chr(${code}) else chr(65533) end)`;
}

function quoted(piece: Piece): Piece {
  const isNumber = piece.kind === 'number' || piece.kind === 'bool';
  const text = isNumber ? asText(piece) : `'''' || replace(${asText(piece)}, '''', '''''') || ''''`;
  return { sql: piece.sql === 'null' ? `'NULL'` : `coalesce(${text}, 'NULL')`, kind: 'text' };
}

function remainder(left: Piece, right: Piece): Piece {
  const [one, other] = [left, right].map((piece) => `(${asNumber(piece)})::numeric`);
  return { sql: `mod(${one}, nullif(${other}, 0))::double precision`, kind: 'number' };
}

function whereAbove(piece: Piece, bound: string, name: string): Piece {
  const number = `(${asNumber(piece)})::double precision`;
  return { sql: `(case when ${number} ${bound} then ${name}(${number}) end)`, kind: 'number' };
}

/** Where it begins at a place that is written out and not before the text, PostgreSQL counts as SQLite does. */
function part(text: string, [first, size]: [Piece, Piece | undefined]): string {
  const isPlain = ({ literal }: Piece) => literal !== undefined && /^\d{1,9}$/.test(literal);
  const places = [first, ...(size ? [size] : [])];
  if (first.literal !== '0' && places.every(isPlain)) {
    return `substr(${[text, ...places.map((place) => `(${asNumber(place)})::integer`)].join(', ')})`;
  }
  const [from, count] = [first, size].map((place) =>
    place ? `trunc((${asNumber(place)})::numeric)::bigint` : '1000000000',
  );
  return `text_part(${text}, ${from}, ${count})`;
}
