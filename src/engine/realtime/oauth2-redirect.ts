import { setTimeout } from 'node:timers/promises';
import type { Engine } from '../engine.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { idAlphabet } from '../random.ts';
import type { ClientRegistry } from './client-registry.ts';

/** What a provider's redirect brought, for the stream that waits for it. */
export type Redirected = {
  clientId: string;
  ip: string;
  data: { state: string; code: string; error?: string };
  /** Under which the server that has the stream says so. */
  question?: string;
};

/** How long other servers are waited for; none answers when the stream is nowhere. */
const answerMs = 1000;

const topic = '@oauth2';
const place = '../_/#/auth/oauth2-redirect-';

/** Hands a redirect to its stream on this server; false when there is none that waits for it from the same address. */
export function giveRedirect(clients: ClientRegistry, { clientId, ip, data }: Redirected): boolean {
  const client = clients.find(clientId);
  const waiting = client?.topics.find(({ name }) => name === topic);
  if (!client || !waiting || client.ip !== ip) return false;
  client.send(topic, data);
  clients.subscribe(
    client,
    client.topics.filter((other) => other !== waiting),
  );
  return true;
}

/**
 * GET and POST /api/oauth2-redirect (wire contract, section 11.6): a provider sends the person back here; the page that opened the window hears
 * of it by its stream, on whichever server that is, and the window says that it can be closed.
 */
export function oauth2RedirectRoutes(getEngine: () => Engine, clients: ClientRegistry, channel: string) {
  const asked = new Map<string, () => void>();

  /** What another server says: a redirect for a stream that may be here, or that it has given one of ours. */
  async function hear(payload: string): Promise<void> {
    const said: Redirected | { taken: string } = JSON.parse(payload);
    if ('taken' in said) return asked.get(said.taken)?.();
    if (!giveRedirect(clients, said) || said.question === undefined) return;
    await getEngine().db.query('select pg_notify($1, $2)', [channel, JSON.stringify({ taken: said.question })]);
  }

  async function askOthers(redirected: Redirected): Promise<boolean> {
    const { db, random } = getEngine();
    const question = random.text(20, idAlphabet);
    const payload = JSON.stringify({ ...redirected, question });
    // Longer than any code that a provider sends; a notification could not carry it.
    if (Buffer.byteLength(payload) > 7000) return false;
    const taken = new Promise<boolean>((resolve) => asked.set(question, () => resolve(true)));
    try {
      await db.query('select pg_notify($1, $2)', [channel, payload]);
      return await Promise.race([taken, setTimeout(answerMs, false, { ref: false })]);
    } finally {
      asked.delete(question);
    }
  }

  async function pass(request: RequestContext): Promise<boolean> {
    const { state = '', code = '', error = '' } = await parametersOf(request);
    if (state === '') return false;
    const redirected = { clientId: state, ip: request.ip, data: { state, code, ...(error ? { error } : {}) } };
    if (!giveRedirect(clients, redirected)) {
      if (clients.find(state) || !(await askOthers(redirected))) return false;
    }
    return error === '' && code !== '';
  }

  const handle = async (request: RequestContext) => {
    const Location = `${place}${(await pass(request)) ? 'success' : 'failure'}`;
    return { status: request.method === 'GET' ? 307 : 303, headers: { Location } };
  };
  const routes: Route[] = [
    { method: 'GET', path: '/api/oauth2-redirect', isLogged: false, handle },
    { method: 'POST', path: '/api/oauth2-redirect', isLogged: false, handle },
  ];
  return { routes, hear };
}

async function parametersOf(request: RequestContext): Promise<Record<string, string>> {
  if (request.method === 'GET') return request.query;
  const { fields } = await request.body();
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]));
}
