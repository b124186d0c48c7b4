/** One call of a table: what is sent, and what of its answer later calls need. `{{name}}` stands for something that was kept. */
export type Call = {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Parts of a multipart form. */
  parts?: Array<{ name: string; value?: string; filename?: string; text?: string }>;
  /** A body as it is, with its type. */
  raw?: { type: string; text: string };
  headers?: Record<string, string>;
  /** With a superuser's token. */
  asRoot?: true;
  /** Names for parts of the answer, such as `{"first": "id"}`. */
  keep?: Record<string, string>;
  /** Prepares what follows and must succeed; its answer is not compared. */
  prepares?: true;
};
/** Stories that each begin anew with the calls of `before`; `{{u}}` is different in each, of ten characters. */
export type Story = {
  name: string;
  calls: Call[];
  /** Rules of the collection `f{{u}}` for listing, creating and updating: under each of them all calls are made. */
  rules?: string[];
  /** Why ours answers otherwise; docs/wire-differences.md tells more. */
  differs?: string;
};
export type Table = { before: Call[]; stories: Story[] };
export type Answer = { status: number; body: unknown };
/** `day` is the server's date, YYYY-MM-DD in UTC. */
export type Server = { url: string; token: string; day: string };

/** The answers of each story, with what differs from run to run (ids, times, tokens, random endings) replaced. */
export async function runTable(server: Server, name: string, table: Table): Promise<Record<string, Answer[]>> {
  const told: Record<string, Answer[]> = {};
  for (const [index, { name: story, calls, rules }] of table.stories.entries()) {
    const asked = rules ? rules.flatMap((rule) => [ruling(rule), ...calls]) : calls;
    const kept = new Map([
      ['u', `${name.slice(0, 4)}${String(index).padStart(6, '0')}`],
      ['root', server.token],
    ]);
    const answers: Answer[] = [];
    for (const call of [...table.before.map((each) => ({ ...each, prepares: true as const })), ...asked]) {
      const answer = await send(server, call, kept);
      if (call.prepares && answer.status >= 400) {
        throw new Error(
          `${story}: ${call.method} ${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      }
      for (const [key, path] of Object.entries(call.keep ?? {})) keep(kept, key, valueAt(answer.body, path));
      if (!call.prepares) answers.push(answer);
    }
    told[story] = tidied(answers, kept, server.day) as Answer[];
  }
  return told;
}

function ruling(rule: string): Call {
  const body = { createRule: rule, updateRule: rule, listRule: rule };
  return { method: 'PATCH', path: '/api/collections/f{{u}}', body, asRoot: true, prepares: true };
}

async function send(server: Server, call: Call, kept: ReadonlyMap<string, string>): Promise<Answer> {
  const filled = fill(call, kept);
  const { method, path, query = {}, headers, asRoot } = filled;
  const search = new URLSearchParams(query).toString();
  const sent = contentOf(filled);
  const response = await fetch(`${server.url}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: { ...sent.headers, ...(asRoot ? { authorization: server.token } : {}), ...headers },
    ...(sent.content === undefined ? {} : { body: sent.content }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

function contentOf({ body, parts, raw }: Call): {
  headers: Record<string, string>;
  content?: string | FormData;
} {
  if (raw) return { headers: { 'content-type': raw.type }, content: raw.text };
  if (parts) {
    const form = new FormData();
    for (const { name, value, filename, text = '' } of parts) {
      if (filename === undefined) form.append(name, value ?? '');
      else form.append(name, new Blob([text], { type: 'text/plain' }), filename);
    }
    return { headers: {}, content: form };
  }
  return body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, content: JSON.stringify(body) };
}

function fill<T>(value: T, kept: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replace(/\{\{(\w+)(?:\*(\d+))?\}\}/g, (_, name: string, times?: string) => {
    if (times !== undefined) return name.repeat(Number(times));
    const known = kept.get(name);
    if (known === undefined) throw new Error(`Nothing is kept as ${name}.`);
    return JSON.stringify(known).slice(1, -1);
  });
  return JSON.parse(text) as T;
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}

function keep(kept: Map<string, string>, key: string, value: unknown): void {
  if (typeof value === 'string') kept.set(key, value);
}

/** Ids by the order in which they appear, then times of today and random endings of file names. */
function tidied(answers: unknown, kept: ReadonlyMap<string, string>, day: string): unknown {
  const ids = new Map<string, string>();
  for (const [name, value] of kept) if (name !== 'u' && name !== 'root') ids.set(value, `<${name}>`);
  const tidyText = (text: string) => {
    const known = ids.get(text);
    if (known) return known;
    if (/^[a-z0-9]{15}$/.test(text)) {
      ids.set(text, `<id ${ids.size}>`);
      return ids.get(text);
    }
    return text
      .replaceAll(new RegExp(`${day} \\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z`, 'g'), '<now>')
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
      .replaceAll(/(?:_[a-z0-9]{10})+(?=\.\w)/g, '_<random>')
      .replaceAll(/pbc_\d+/g, '<collection>');
  };
  const tidy = (value: unknown): unknown => {
    if (typeof value === 'string') return tidyText(value);
    if (Array.isArray(value)) return value.map(tidy);
    if (typeof value !== 'object' || value === null) return value;
    const byKey = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(byKey.map(([key, inner]) => [key, tidy(inner)]));
  };
  // As they are kept in a file, which knows no negative zero.
  return JSON.parse(JSON.stringify(tidy(answers)));
}
