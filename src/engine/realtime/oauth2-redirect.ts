import type { Engine } from '../engine.ts';
import type { RequestContext, Route } from '../http/route.ts';
import type { ClientRegistry } from './client-registry.ts';

/** What a provider's redirect brought, for the stream that waits for it. */
export type Redirected = { clientId: string; ip: string; data: { state: string; code: string; error?: string } };

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
export function oauth2RedirectRoutes(getEngine: () => Engine, clients: ClientRegistry, channel: string): Route[] {
  async function pass(request: RequestContext): Promise<boolean> {
    const { state = '', code = '', error = '' } = await parametersOf(request);
    if (state === '') return false;
    const redirected = { clientId: state, ip: request.ip, data: { state, code, ...(error ? { error } : {}) } };
    if (!giveRedirect(clients, redirected)) {
      const payload = JSON.stringify(redirected);
      // Longer than any code that a provider sends; a notification could not carry it.
      if (clients.find(state) || Buffer.byteLength(payload) > 7000) return false;
      await getEngine().db.query('select pg_notify($1, $2)', [channel, payload]);
    }
    return error === '' && code !== '';
  }

  const handle = async (request: RequestContext) => {
    const Location = `${place}${(await pass(request)) ? 'success' : 'failure'}`;
    return { status: request.method === 'GET' ? 307 : 303, headers: { Location } };
  };
  return [
    { method: 'GET', path: '/api/oauth2-redirect', isLogged: false, handle },
    { method: 'POST', path: '/api/oauth2-redirect', isLogged: false, handle },
  ];
}

async function parametersOf(request: RequestContext): Promise<Record<string, string>> {
  if (request.method === 'GET') return request.query;
  const { fields } = await request.body();
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]));
}
