import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type PocketBase from 'pocketbase';
import { openEventStream } from './event-stream.ts';

export type Place = { url: string; root: PocketBase; end: number; count: (answer: string) => void };
/** One bound, and who uses it fully until the end. */
export type Use = { name: string; what: string; run: (place: Place) => Promise<void> };

type Call = { path: string; method?: string; body?: BodyInit; headers?: Record<string, string>; asRoot?: boolean };

const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const signIn = '/api/collections/users/auth-with-password';
const list = '/api/collections/instructors/records?perPage=500';
const objectsOf = (count: number) => Array.from({ length: count / 3 }, (_, index) => `{"k${index}":[]}`).join(',');

/** So many callers, each from an address of its own, who make the call again and again. */
function again(callers: number, callOf: (place: Place) => Promise<Call> | Call) {
  return async (place: Place) => {
    const { path, asRoot, headers, ...init } = await callOf(place);
    const authorization = asRoot ? { authorization: place.root.authStore.token } : {};
    await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        while (Date.now() < place.end) {
          const from = { 'X-Forwarded-For': `10.2.0.${index + 1}`, ...authorization, ...headers };
          const status = await fetch(place.url + path, { ...init, headers: from })
            .then(async (answer) => {
              await answer.arrayBuffer();
              return String(answer.status);
            })
            .catch(() => 'cut off');
          place.count(status);
        }
      }),
    );
  };
}

/** A call of somebody signed in. */
function asPerson(call: Call) {
  return async ({ url, root }: Place): Promise<Call> => {
    const [email, password] = ['limits@kerbside.example', 'limits-password-1'];
    await root
      .collection('users')
      .create({ email, password, passwordConfirm: password, verified: true })
      .catch(() => {});
    const body = JSON.stringify({ identity: email, password });
    const answer = await fetch(url + signIn, { method: 'POST', body, headers: json });
    return { ...call, headers: { ...call.headers, authorization: (await answer.json()).token } };
  };
}

const post = (path: string, body: BodyInit, more: Partial<Call> = {}): Call => ({
  path,
  method: 'POST',
  body,
  headers: json,
  ...more,
});
const support = '/api/collections/support_requests/records';

function formOf(add: (form: FormData) => void): FormData {
  const form = new FormData();
  add(form);
  return form;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Holds what `open` opens for three seconds after the last of them. */
function holding(most: number, open: (place: Place, index: number) => Promise<{ close: () => void } | undefined>) {
  return async (place: Place) => {
    const held: Array<{ close: () => void }> = [];
    const opening = Array.from({ length: 20 }, async (_, first) => {
      for (let index = first; index < most; index += 20) {
        const one = await open(place, index).catch(() => undefined);
        place.count(one ? 'open' : 'refused');
        if (one) held.push(one);
      }
    });
    await Promise.all(opening);
    await pause(3000);
    for (const one of held) one.close();
  };
}

async function openFullStream({ url }: Place, index: number) {
  const from = { 'X-Forwarded-For': '10.3.0.1' };
  const stream = await openEventStream(url, () => {}, from);
  const options = (at: number) => encodeURIComponent(JSON.stringify({ query: { filter: `name ~ '${index}-${at}'` } }));
  const subscriptions = Array.from({ length: 40 }, (_, at) => `instructors/*?options=${options(at)}`);
  const body = JSON.stringify({ clientId: stream.clientId, subscriptions });
  const answer = await fetch(`${url}/api/realtime`, { method: 'POST', body, headers: { ...json, ...from } });
  if (answer.status === 204) return stream;
  stream.close();
  return undefined;
}

/** Nobody reads the answer; undefined where there is none but a refusal. */
function openUnread(url: string, headers: Record<string, string> = {}): Promise<{ close: () => void } | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, headers }, (answer: IncomingMessage) => {
      answer.pause();
      resolve(answer.statusCode === 200 ? { close: () => asked.destroy() } : undefined);
      if (answer.statusCode !== 200) asked.destroy();
    });
    asked.on('error', reject).end();
  });
}

async function readNothing(place: Place): Promise<void> {
  const name = 'limit_papers';
  const fields = [{ name: 'paper', type: 'file', maxSize: 20 * mebibyte }];
  await place.root.collections.create({ name, type: 'base', viewRule: '', fields }).catch(() => {});
  const paper = new File([Buffer.alloc(20 * mebibyte, 1)], 'a.bin');
  const record = await place.root.collection(name).create({ paper });
  const url = place.root.files.getURL(record, String(record.paper));
  await holding(600, (_, index) => openUnread(url, { 'X-Forwarded-For': `10.4.0.${(index % 60) + 1}` }))(place);
}

/** A stream with as many long subscriptions as the body of a guest takes. */
async function openLongTopics({ url }: Place, index: number) {
  const from = { 'X-Forwarded-For': `10.5.0.${(index % 60) + 1}` };
  const stream = await openEventStream(url, () => {}, from);
  const subscriptions = Array.from({ length: 100 }, (_, at) => `instructors/${index}-${at}`.padEnd(2450, 'x'));
  const body = JSON.stringify({ clientId: stream.clientId, subscriptions });
  const answer = await fetch(`${url}/api/realtime`, { method: 'POST', body, headers: { ...json, ...from } });
  await answer.arrayBuffer();
  if (answer.status === 204) return stream;
  stream.close();
  return undefined;
}

/** A form of a photo of which a fifth never comes. */
async function sendHalf({ url }: Place, index: number) {
  const part =
    '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const sent = request(`${url}/api/collections/users/records`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 5 * mebibyte,
      'X-Forwarded-For': `10.6.0.${index + 1}`,
    },
  }).on('error', () => {});
  sent.write(part);
  sent.write(Buffer.alloc(4 * mebibyte, 'x'));
  const refused = new Promise<true>((resolve) => sent.once('response', () => resolve(true)));
  const isRefused = await Promise.race([refused, pause(500)]);
  if (!isRefused) return { close: () => void sent.destroy() };
  sent.destroy();
  return undefined;
}

/** Streams that nobody reads, while a record with a long text changes again and again. */
async function hearNothing(place: Place): Promise<void> {
  const name = 'limit_news';
  const fields = [{ name: 'words', type: 'text', max: 100_000 }];
  await place.root.collections.create({ name, type: 'base', viewRule: '', listRule: '', fields }).catch(() => {});
  const { id } = await place.root.collection(name).create({ words: 'x' });
  const words = 'x'.repeat(90_000);
  const open = async (_: Place, index: number) => {
    const from = { 'X-Forwarded-For': `10.7.0.${(index % 4) + 1}` };
    const stream = await openEventStream(place.url, () => {}, from);
    const body = JSON.stringify({ clientId: stream.clientId, subscriptions: [`${name}/*`] });
    await fetch(`${place.url}/api/realtime`, { method: 'POST', body, headers: { ...json, ...from } });
    stream.pause();
    return stream;
  };
  let isOver = false;
  const change = async () => {
    for (let count = 0; !isOver; count++) await place.root.collection(name).update(id, { words: `${count}${words}` });
  };
  await Promise.all([holding(200, open)(place).finally(() => (isOver = true)), change()]);
}

const wide = Array.from({ length: 40 }, (_, at) => `reviews_via_instructor.instructor.name !~ '${at}'`).join(' && ');
const expand = 'reviews_via_instructor.instructor,package_offers_via_instructor';
const sql = `select repeat('x', 1000) as words from generate_series(1, 8000)`;
const creates = Array.from({ length: 50 }, () => ({
  method: 'POST',
  url: support,
  body: { subject: 'x'.repeat(40_000), category: 'other' },
}));

/** The bounds of docs/operations.md that a stranger can use up, and some of superusers. */
export const uses: readonly Use[] = [
  {
    name: 'guestBodyBytes',
    what: '40 guests, JSON of 256 KiB',
    run: again(40, () => post(signIn, JSON.stringify({ identity: 'x'.repeat(256 * 1024 - 40) }))),
  },
  {
    name: 'personBodyBytes',
    what: '40 callers, JSON of 2 MiB with letters beyond ASCII',
    run: again(40, asPerson(post(support, `{"subject":"é${'x'.repeat(2 * mebibyte - 40)}"}`))),
  },
  {
    name: 'bodyBytes',
    what: '2 superusers, JSON of 32 MiB',
    run: again(2, () => post(support, `{"subject":"${'x'.repeat(32 * mebibyte - 40)}"}`, { asRoot: true })),
  },
  {
    name: 'bodyKeys',
    what: '40 guests, forms with 5,000 values',
    run: again(40, () =>
      post(signIn, 'identity=a&'.repeat(4999), { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ),
  },
  {
    name: 'bodyFiles',
    what: '40 callers, forms with 500 files',
    run: again(
      40,
      asPerson({
        ...post(
          '/api/collections/users/records',
          formOf((form) => {
            for (let at = 0; at < 500; at++) form.append('avatar', new File(['x'.repeat(5000)], `${at}.png`));
          }),
        ),
        headers: {},
      }),
    ),
  },
  {
    name: 'personJsonElements',
    what: '40 callers, 50,000 lists, names and objects',
    run: again(40, asPerson(post(support, `{"subject":[${objectsOf(49_900)}]}`))),
  },
  {
    name: 'jsonElements',
    what: '4 superusers, 200,000 of them',
    run: again(4, () => post(support, `{"subject":[${objectsOf(199_900)}]}`, { asRoot: true })),
  },
  {
    name: 'jsonLevels',
    what: '40 guests, 200 levels',
    run: again(40, () => post(signIn, `{"identity":${'['.repeat(199)}${']'.repeat(199)}}`)),
  },
  {
    name: 'filterJoins',
    what: '40 guests, filters that join 80 times',
    run: again(40, () => ({ path: `${list}&filter=${encodeURIComponent(wide)}` })),
  },
  {
    name: 'expandedRecords',
    what: '40 guests, as many as there are',
    run: again(40, () => ({ path: `${list}&expand=${expand}` })),
  },
  {
    name: 'sqlBytes',
    what: '4 superusers, 8 MB an answer',
    run: again(4, () => post('/api/sql', JSON.stringify({ query: sql }), { asRoot: true })),
  },
  {
    name: 'batch',
    what: '40 callers, 50 creates of 40 KB in one',
    run: again(40, asPerson(post('/api/batch', JSON.stringify({ requests: creates })))),
  },
  { name: 'addressStreams', what: '500 streams, with addressTopics', run: holding(500, openFullStream) },
  {
    name: 'addressConnections',
    what: '1,000 connections that say nothing',
    run: holding(1000, async ({ url }) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
      return { close: () => socket.destroy() };
    }),
  },
  { name: 'downloads', what: '600 downloads of 20 MiB that nobody reads, of 60 addresses', run: readNothing },
  { name: 'heldBodyBytes', what: '60 forms of 5 MiB of which a fifth never comes', run: holding(60, sendHalf) },
  {
    name: 'heldAnswerBytes',
    what: '600 expanded lists that nobody reads, of 60 addresses',
    run: holding(600, ({ url }, index) =>
      openUnread(`${url}${list}&expand=${expand}`, { 'X-Forwarded-For': `10.8.0.${(index % 60) + 1}` }),
    ),
  },
  {
    name: 'heldTopicBytes',
    what: '600 streams with 100 long subscriptions, of 60 addresses',
    run: holding(600, openLongTopics),
  },
  { name: 'addressStreamBytes', what: '200 streams of 4 addresses that nobody reads', run: hearNothing },
  {
    name: 'loggedKibPerHour',
    what: '40 callers of what is not there, 8 KB to be logged each',
    run: again(40, () => ({
      path: `/api/${'x'.repeat(3000)}`,
      headers: { referer: 'y'.repeat(2000), 'user-agent': 'z'.repeat(2000) },
    })),
  },
];
