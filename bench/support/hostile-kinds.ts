import { request } from 'node:http';
import { jpegOfScans } from '../../test/support/worst-pictures.ts';
import { openEventStream } from './event-stream.ts';

/** One stranger: who says to be whom, until when, and who hears how each call was answered. */
export type Caller = {
  url: string;
  index: number;
  headers: Record<string, string>;
  end: number;
  count: (answer: string) => void;
};

/** What a stranger does until the end. */
export type Hostility = (caller: Caller) => Promise<void>;

/** As much JSON as a signed-in person may send of a support request: 2 MiB. Made once: who attacks has no memory to lose either. */
const mostBytes = 2 * 1024 * 1024;
const bodies = [
  JSON.stringify({ subject: 'x'.repeat(mostBytes - 20) }),
  JSON.stringify({ subject: `é${'x'.repeat(mostBytes - 30)}` }),
  // 50,000 lists, names and objects, each of which takes far more in memory than here.
  `{"subject":[${Array.from({ length: 16_600 }, (_, index) => `{"k${index}":[]}`).join(',')}]}`,
].map((text) => Buffer.from(text));

/** Asks, and says how it was answered; 0 where no answer came within 20 s. */
async function call({ url, headers, count }: Caller, path: string, init: RequestInit = {}): Promise<number> {
  const status = await ask(url + path, {
    ...init,
    headers: { ...headers, 'content-type': 'application/json', ...init.headers },
    signal: AbortSignal.timeout(20_000),
  });
  count(status === 0 ? 'no answer within 20 s, or cut off' : String(status));
  return status;
}

async function ask(url: string, init: RequestInit): Promise<number> {
  try {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Bodies as large as a signed-in person may send. */
export async function sendBodies(caller: Caller): Promise<void> {
  const body = bodies[caller.index % bodies.length];
  while (Date.now() < caller.end) {
    await call(caller, '/api/collections/support_requests/records', { method: 'POST', ...(body && { body }) });
  }
}

const photo = Buffer.alloc(4 * 1024 * 1024, 'x');

/** A form with a photo of 5 MiB, of which a fifth never comes; the next one when it was refused, or after eight seconds. */
export async function sendHalf(caller: Caller): Promise<void> {
  const { url, headers } = caller;
  const start =
    '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  while (Date.now() < caller.end) {
    await new Promise<void>((resolve) => {
      const sent = request(`${url}/api/collections/users/records`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5 * 1024 * 1024 },
      });
      const timer = setTimeout(() => {
        caller.count('half sent');
        sent.destroy();
      }, 8000);
      sent.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      sent.on('error', () => {});
      sent.on('response', (answer) => {
        caller.count(String(answer.statusCode));
        answer.resume().on('end', () => sent.destroy());
      });
      sent.write(start);
      sent.write(photo);
    });
  }
}

const picture = new Uint8Array(jpegOfScans(64));

/** The pictures that are the most work, for one's own profile, ten at once. */
export async function sendPictures(caller: Caller): Promise<void> {
  const claims = caller.headers.authorization?.split('.')[1] ?? '';
  const { id } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const send = async () => {
    while (Date.now() < caller.end) {
      const body = new FormData();
      body.set('avatar', new File([picture], 'a.jpg'));
      const url = `${caller.url}/api/collections/users/records/${id}`;
      const status = await ask(url, {
        method: 'PATCH',
        headers: caller.headers,
        body,
        signal: AbortSignal.timeout(20_000),
      });
      caller.count(status === 0 ? 'no answer within 20 s, or cut off' : String(status));
    }
  };
  await Promise.all(Array.from({ length: 10 }, send));
}

/** Event streams with as many subscriptions as they take. */
export async function listenToAll(caller: Caller): Promise<void> {
  const { url, headers, index, end } = caller;
  const subscriptions = Array.from({ length: 1000 }, (_, at) => {
    const options = JSON.stringify({ query: { filter: `name ~ '${index}-${at}'` } });
    return `instructors/*?options=${encodeURIComponent(options)}`;
  });
  const streams: Array<{ close: () => void }> = [];
  for (let full = 0; full < 5 && Date.now() < end; ) {
    const stream = await openEventStream(url, () => {}, headers).catch(() => undefined);
    if (!stream) break;
    const wish = JSON.stringify({ clientId: stream.clientId, subscriptions });
    if ((await call(caller, '/api/realtime', { method: 'POST', body: wish })) === 204) {
      streams.push(stream);
      full++;
    } else stream.close();
  }
  while (Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 500));
  for (const stream of streams) stream.close();
}

/** Answers that are expanded as far as the budget goes. */
export async function expandAll(caller: Caller): Promise<void> {
  const expands = [
    'reviews_via_instructor.instructor.reviews_via_instructor,package_offers_via_instructor.instructor',
    'reviews_via_instructor.instructor,package_offers_via_instructor',
  ];
  for (let turn = 0; Date.now() < caller.end; turn++) {
    const filter = encodeURIComponent(`name != '${Math.random()}'`);
    const expand = expands[turn % expands.length];
    await call(caller, `/api/collections/instructors/records?perPage=200&expand=${expand}&filter=${filter}`);
  }
}

/** Filters through relations, as long as they may be. */
export async function filterWide(caller: Caller): Promise<void> {
  const part = `reviews_via_instructor.instructor.name !~ '${caller.index}'`;
  const filter = encodeURIComponent(Array.from({ length: 40 }, () => part).join(' && '));
  while (Date.now() < caller.end)
    await call(caller, `/api/collections/instructors/records?perPage=500&filter=${filter}`);
}
