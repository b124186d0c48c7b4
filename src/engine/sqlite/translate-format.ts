import { asAmount, asNumber, asText, type Piece, textPiece } from './piece.ts';
import { refuse, type Translating } from './translating.ts';

type Node = { span: { offset: number; length: number } };

/** `format('%d of %s', …)`: whole numbers, texts, decimals, widths. Throws Untranslatable for what else SQLite writes, and for a computed format. */
export function translateFormat(t: Translating, node: Node, [format, ...args]: readonly Piece[]): Piece {
  if (format?.literal === undefined) return refuse(t, node, 'needs its format written out');
  const parts: string[] = [];
  let next = 0;
  let end = 0;
  for (const found of format.literal.matchAll(/%(?:%|(-?)(0?)(\d{1,3})?(?:\.(\d{1,2}))?([dfs]))/g)) {
    parts.push(plain(t, node, format.literal.slice(end, found.index)));
    end = found.index + found[0].length;
    const [, left = '', zero = '', width = '', digits, type] = found;
    if (type === undefined) parts.push(`'%'`);
    else if ((digits !== undefined && type !== 'f') || (zero && (left || width === '' || type === 's')))
      refuse(t, node, cannot, false);
    else parts.push(field(args[next++], { type, left, zero, width: Number(width || 0), digits: Number(digits ?? 6) }));
  }
  parts.push(plain(t, node, format.literal.slice(end)));
  return { sql: `(${parts.filter((part) => part !== `''`).join(' || ') || `''`})`, kind: 'text' };
}

const cannot = 'has a format that cannot be said here: use %d, %s, %f, %.2f, %05d or %%';

/** What PostgreSQL's own `format` writes, and SQLite's doesn't. */
const isPostgres = /%(?:\d+\$|-?\d*[IL])/;

function plain(t: Translating, node: Node, text: string): string {
  return text.includes('%') ? refuse(t, node, cannot, isPostgres.test(text)) : textPiece(text).sql;
}

type Shape = { type: string; left: string; zero: string; width: number; digits: number };

function field(piece: Piece | undefined, { type, left, zero, width, digits }: Shape): string {
  const text =
    piece && piece.sql !== 'null' ? written(piece, type, digits) : type === 's' ? `''` : numberOf('0', type, digits);
  if (width === 0) return text;
  if (!zero) {
    // Widths are counted in bytes.
    const blanks = `repeat(' ', ${width} - octet_length(part))`;
    return `(select ${left ? `part || ${blanks}` : `${blanks} || part`} from (select ${text} as part) as written)`;
  }
  return `(select case when length(number) >= ${width} then number when number like '-%' then '-' || lpad(substr(number, 2), ${width - 1}, '0')
    else lpad(number, ${width}, '0') end from (select ${text} as number) as written)`;
}

function written(piece: Piece, type: string, digits: number): string {
  if (type === 's') return `coalesce(${asText(piece)}, '')`;
  const amount = piece.kind === 'any' ? asNumber(piece) : asAmount(piece);
  return numberOf(`coalesce(${amount}, 0)`, type, digits);
}

function numberOf(amount: string, type: string, digits: number): string {
  return type === 'd' ? `trunc((${amount})::numeric)::text` : `round((${amount})::numeric, ${digits})::text`;
}
