import PocketBase from 'pocketbase';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The browser's stream, as the client opens it: it says nothing until a test lets it. */
class Stream extends EventTarget {
  static opened: Stream[] = [];
  onerror: ((event: Event) => void) | null = null;
  isClosed = false;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  greet(id: string) {
    this.dispatchEvent(Object.assign(new Event('PB_CONNECT'), { lastEventId: id }));
  }
}

let client: PocketBase;
let sent: string[][];
/** Runs before a submission is answered. */
let beforeAnswer = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  Stream.opened = [];
  sent = [];
  beforeAnswer = () => {};
  client = new PocketBase('http://kerbside.example').autoCancellation(false);
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).subscriptions);
    beforeAnswer();
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a stream that says nothing is given up after 15 seconds, not before [259]', async () => {
  const outcome = client
    .collection('lessons')
    .subscribe('*', () => {})
    .catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(Stream.opened.map(({ isClosed }) => isClosed)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(Stream.opened[0]?.isClosed).toBe(true);
  expect(await outcome).toBeInstanceOf(Error);
});

test('a stream that broke comes back after 200, 300, 500, 1000, 1200, 1500 and 2000 ms, then every 2000 [260]', async () => {
  const subscribed = client.collection('lessons').subscribe('*', () => {});
  await vi.advanceTimersByTimeAsync(0);
  Stream.opened[0]?.greet('first');
  await vi.advanceTimersByTimeAsync(0);
  await subscribed;
  for (const delay of [200, 300, 500, 1000, 1200, 1500, 2000, 2000]) {
    const before = Stream.opened.length;
    Stream.opened.at(-1)?.onerror?.(new Event('error'));
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(Stream.opened.length, `${delay} ms`).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(Stream.opened.length, `${delay} ms`).toBe(before + 1);
  }
});

test('what is subscribed to while it connects is sent again, three times at most before it counts as connected [261]', async () => {
  let topic = 0;
  // Each answer finds one more topic that the server does not know of.
  beforeAnswer = () => {
    topic += 1;
    Reflect.get(client.realtime, 'subscriptions')[`topic-${topic}`] = [() => {}];
  };
  const connected = client.collection('lessons').subscribe('*', () => {});
  await vi.advanceTimersByTimeAsync(0);
  Stream.opened[0]?.greet('first');
  let submissions = 0;
  void connected.then(() => {
    submissions = sent.length;
  });
  await vi.advanceTimersByTimeAsync(0);
  await connected;
  // The first, three more, and the last one once it is connected.
  expect(submissions).toBeLessThanOrEqual(5);
  expect(sent).toHaveLength(5);
  expect(sent[1]).toHaveLength(2);
});
