/** One subscription: what it was called, and what it listens to. */
export type Topic = {
  /** The text the client sent; events carry exactly this name. */
  name: string;
  /** The name without its options: a collection's name or id, with `/` and a record's id or `*`. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
};

/** Waits for what a provider sends a person back with. */
export const signInTopic = '@oauth2';

/** Parses `<collection>/<id or *>?options=<JSON>` (wire contract, section 15). Other topics are kept and only get custom messages. */
export function parseTopic(name: string): Topic {
  const mark = name.indexOf('?');
  const path = mark < 0 ? name : name.slice(0, mark);
  const options = mark < 0 ? null : new URLSearchParams(name.slice(mark + 1)).get('options');
  return { name, path, ...parseOptions(options) };
}

// Options that can't be read count as none.
function parseOptions(text: string | null): Pick<Topic, 'query' | 'headers'> {
  let options: unknown;
  try {
    options = JSON.parse(text || '{}');
  } catch {
    options = {};
  }
  const { query, headers } = (typeof options === 'object' && options !== null ? options : {}) as Record<
    string,
    unknown
  >;
  const snake = Object.entries(texts(headers)).map(([key, value]) => [key.toLowerCase().replaceAll('-', '_'), value]);
  return { query: texts(query), headers: Object.fromEntries(snake) };
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, textOf(inner)]));
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}
