import { badRequest } from '../http/api-error.ts';

/** One subscription: what it was called, and what it listens to. */
export type Topic = {
  /** The text the client sent; events carry exactly this name. */
  name: string;
  /** A collection's name or id. */
  collection: string;
  /** A record's id, or `*` for all. */
  record: string;
  query: Record<string, string>;
  headers: Record<string, string>;
};

/** Parses `<collection>/<id or *>?options=<JSON>` (wire contract, section 15). Other topics are kept and only get custom messages. */
export function parseTopic(name: string): Topic {
  const [path = '', search = ''] = name.split('?', 2);
  const [collection = '', record = '*'] = path.split('/', 2);
  const options = new URLSearchParams(search).get('options');
  return { name, collection, record, ...parseOptions(options) };
}

function parseOptions(text: string | null): Pick<Topic, 'query' | 'headers'> {
  if (text === null || text === '') return { query: {}, headers: {} };
  try {
    const options: unknown = JSON.parse(text);
    const { query, headers } = (typeof options === 'object' && options !== null ? options : {}) as Record<
      string,
      unknown
    >;
    const snake = Object.fromEntries(
      Object.entries(texts(headers)).map(([key, value]) => [key.toLowerCase().replaceAll('-', '_'), value]),
    );
    return { query: texts(query), headers: snake };
  } catch {
    throw badRequest('Invalid subscription options.');
  }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]));
}
