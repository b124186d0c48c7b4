import type { Engine } from '../engine.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { badRequest, type ErrorData, type FieldError, forbidden, notFound, usualRefusal } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { shareOf } from '../http/caller-of.ts';
import { isJson } from '../http/is-json.ts';
import type { Answer, RequestContext, Route } from '../http/route.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';
import { type BodyMemory, createBodyMemory } from '../limits/create-body-memory.ts';
import type { ClientRegistry } from './client-registry.ts';
import { currentAuth } from './current-auth.ts';
import type { Bond, RealtimeClient } from './realtime-client.ts';
import { beginSignIn, mayBeginSignIn } from './sign-in-proof.ts';
import type { StreamPlaces } from './stream-places.ts';
import { parseTopic, signInTopic } from './topics.ts';

const maxTopics = 1000;
const maxTopicLength = 2500;
/** What a topic takes in memory: its name, what is read from it, which is as long again, and what finds it. */
const topicBytes = 300;
const timesInMemory = 3;

/** POST /api/realtime {clientId, subscriptions} (wire contract, section 15): replaces what a client listens to; binds who it is. */
export function subscribeRoute(getEngine: () => Engine, clients: ClientRegistry, places: StreamPlaces): Route {
  const memory = createBodyMemory(() => budgetOf(getEngine().settings.current(), 'heldTopicBytes'), 'heldTopicBytes');
  return {
    method: 'POST',
    path: '/api/realtime',
    async handle(request) {
      const engine = getEngine();
      const { clientId, names } = readSubscription(await readFields(request));
      const client = clients.find(clientId);
      if (!client) throw notFound('Missing or invalid client id.');
      if (client.ip !== request.ip) throw badRequest('Invalid realtime client.');
      const { auth } = request;
      const known = currentAuth(engine, client);
      if (known && (known.id !== auth?.id || known.collectionId !== auth.collectionId)) {
        throw forbidden("The current and the previous request authorization don't match.");
      }
      const topics = [...new Set(names)].filter((name) => name !== '');
      refuseTooMany(engine, clients, { client, auth, count: topics.length });
      places.become(client, kindOf(engine, { client, auth, topics }, request));
      holdTopics(memory, { client, auth, topics });
      client.bond = auth ? bondOf(engine, auth) : null;
      clients.subscribe(client, topics.map(parseTopic));
      return answerOf(engine, client, request);
    },
  };
}

type Subscription = { client: RealtimeClient; auth: AuthRecord | null; topics: readonly string[] };

function kindOf(engine: Engine, { client, auth, topics }: Subscription, request: RequestContext) {
  if (auth) return 'person';
  return topics.includes(signInTopic) && mayBeginSignIn(engine, client, request) ? 'signIn' : 'guest';
}

/** With the cookie of the browser, where the stream waits for a provider's redirect. */
function answerOf(engine: Engine, client: RealtimeClient, request: RequestContext): Answer {
  const isWaiting = client.topics.some(({ name }) => name === signInTopic);
  if (!isWaiting) client.signIn = undefined;
  const cookie = isWaiting ? beginSignIn(engine, client, request) : undefined;
  return { status: 204, ...(cookie === undefined ? {} : { headers: { 'Set-Cookie': cookie } }) };
}

type Wish = { client: RealtimeClient; auth: AuthRecord | null; count: number };

function refuseTooMany({ settings }: Engine, clients: ClientRegistry, { client, auth, count }: Wish): void {
  const topics = clients.countOf(client.ip).topics - client.topics.length + count;
  if (count > client.topics.length && topics > budgetOf(settings.current(), 'addressTopics'))
    throw overBudget('addressTopics');
  if (!auth || client.bond?.auth.id === auth.id) return;
  const isTheirs = ({ bond }: RealtimeClient) =>
    bond?.auth.id === auth.id && bond.auth.collectionId === auth.collectionId;
  const streams = [...clients.all()].filter(isTheirs).length;
  if (streams >= budgetOf(settings.current(), 'personStreams')) throw overBudget('personStreams');
}

// Until the stream ends or listens to something else. Giving some up always goes.
function holdTopics(memory: BodyMemory, { client, auth, topics }: Subscription): void {
  const bytes = topics.reduce((sum, name) => sum + topicBytes + timesInMemory * Buffer.byteLength(name), 0);
  const before = client.held;
  if (bytes > 0 && bytes <= (before?.bytes ?? 0)) return;
  const held = memory.hold(shareOf(auth, client.ip));
  if (bytes > 0) held.build(bytes);
  before?.release();
  client.held = bytes > 0 ? { bytes, release: held.release } : undefined;
}

function bondOf(engine: Engine, auth: AuthRecord): Bond {
  return { auth, secret: engine.collections.find(auth.collectionId)?.auth?.authToken.secret ?? '' };
}

/** A form with one subscription sends a list of one, as only repeated keys look like lists there. */
async function readFields(request: RequestContext): Promise<Record<string, unknown>> {
  const { fields } = await request.body(usualRefusal);
  if (isJson(request) || typeof fields.subscriptions !== 'string') return fields;
  return { ...fields, subscriptions: [fields.subscriptions] };
}

function readSubscription(fields: Record<string, unknown>): { clientId: string; names: string[] } {
  const clientId = fields.clientId ?? '';
  const sent = fields.subscriptions ?? [];
  const names: unknown = Array.isArray(sent) ? sent.map((name) => name ?? '') : sent;
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
  if (typeof clientId !== 'string' || !isList) throw badRequest();
  const errors: ErrorData = {};
  const idError = checkClientId(clientId);
  if (idError) errors.clientId = idError;
  const namesError = checkNames(names);
  if (namesError) errors.subscriptions = namesError;
  if (Object.keys(errors).length > 0) throw badRequest(undefined, errors);
  return { clientId, names };
}

function checkClientId(clientId: string): FieldError | undefined {
  if (clientId === '') return required;
  if (Buffer.byteLength(clientId) <= 255) return undefined;
  const message = 'The length must be between {min} and {max}.';
  return fieldError('validation_length_out_of_range', message, { max: 255, min: 1 });
}

function checkNames(names: readonly string[]): FieldError | ErrorData | undefined {
  if (names.length > maxTopics) return tooLong(maxTopics);
  const refused = names.flatMap((name, index) => (Buffer.byteLength(name) > maxTopicLength ? [index] : []));
  if (refused.length === 0) return undefined;
  return Object.fromEntries(refused.map((index) => [index, tooLong(maxTopicLength)]));
}

function tooLong(max: number): FieldError {
  return fieldError('validation_length_too_long', 'The length must be no more than {max}.', { max, min: 0 });
}
