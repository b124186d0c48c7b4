import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, usualRefusal } from './api-error.ts';
import { createRenderLine, type RenderLineOptions } from './create-render-line.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A line whose renders are over when the test says so. */
function scene(options: Partial<RenderLineOptions> = {}) {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const line = createRenderLine({ clock, ...options });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const readerOf = (network: string) => {
    let leave = () => {};
    const onGone = (left: () => void) => {
      leave = left;
    };
    return { reader: { network, onGone }, leave: () => leave() };
  };
  const join = (page: string, network: string) => {
    const { reader, leave } = readerOf(network);
    line.join(reader, page);
    return { leave };
  };
  const ask = (page: string, network = 'home') => {
    const { reader, leave } = readerOf(network);
    const answer = line.inTurn(reader, page, () => {
      begun.push(page);
      return new Promise<string>((resolve, reject) => {
        ends.set(page, (error) => (error ? reject(error) : resolve(page)));
      });
    });
    const seen = answer.catch((error: Error) => error.message);
    return { seen, leave };
  };
  const end = async (page: string, error?: Error) => {
    ends.get(page)?.(error);
    await settle();
  };
  return { clock, line, begun, ask, join, end };
}

const settle = () => new Promise(setImmediate);

test('one page is rendered at a time, also after one that failed, and each gets its own', async () => {
  const { ask, begun, end } = scene();
  const asked = ['one', 'two', 'three'].map((page) => ask(page).seen);
  await settle();
  expect(begun).toEqual(['one']);
  await end('one', new Error('It broke.'));
  expect(begun).toEqual(['one', 'two']);
  await end('two');
  await end('three');
  expect(await Promise.all(asked)).toEqual(['It broke.', 'two', 'three']);
  const last = ask('four');
  await settle();
  await end('four');
  expect(await last.seen).toBe('four');
});

test('a network that asks for many pages keeps the others waiting for one of them', async () => {
  const { ask, begun, end } = scene();
  for (const page of ['a1', 'a2', 'a3', 'a4']) ask(page, 'a');
  ask('b1', 'b');
  ask('b2', 'b');
  ask('c1', 'c');
  for (const page of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    await settle();
    expect(begun.at(-1)).toBe(page);
    await end(page);
  }
  expect(begun).toHaveLength(7);
});

test('a page that somebody of another network waits for comes in their turn, once', async () => {
  const { ask, join, begun, end } = scene();
  for (const page of ['a1', 'a2', 'a3', 'popular']) ask(page, 'a');
  join('popular', 'b');
  join('popular', 'b');
  ask('b1', 'b');
  for (const page of ['a1', 'a2', 'popular', 'a3', 'b1']) {
    await settle();
    expect(begun.at(-1)).toBe(page);
    await end(page);
  }
  expect(begun).toHaveLength(5);
});

test('a page keeps its place until all who wait for it have left', async () => {
  const { ask, join, begun, end } = scene();
  ask('now');
  const [kept, left] = [ask('kept'), ask('left')];
  join('kept', 'b');
  const other = join('left', 'b');
  join('nowhere', 'b').leave();
  kept.leave();
  left.leave();
  other.leave();
  expect(await left.seen).toBe(usualRefusal);
  await end('now');
  await end('kept');
  expect(await kept.seen).toBe('kept');
  expect(begun).toEqual(['now', 'kept']);
});

test('a reader who leaves before their turn frees their place, and one who leaves later takes nothing away', async () => {
  const admitted: number[] = [];
  const { ask, begun, end } = scene({ admitWaiting: (waiting) => void admitted.push(waiting) });
  const first = ask('one');
  const second = ask('two');
  const only = ask('elsewhere', 'other');
  const third = ask('three');
  await settle();
  first.leave();
  second.leave();
  only.leave();
  second.leave();
  expect(await second.seen).toBe(usualRefusal);
  expect(await only.seen).toBe(usualRefusal);
  ask('four');
  await settle();
  expect(admitted).toEqual([0, 1, 2, 1]);
  await end('one');
  expect(await first.seen).toBe('one');
  await end('three');
  expect(await third.seen).toBe('three');
  expect(begun).toEqual(['one', 'three', 'four']);
});

test('no more wait than may, and those who do are still rendered', async () => {
  const { ask, begun, end } = scene({
    admitWaiting(waiting) {
      if (waiting >= 2) throw new ApiError(503, 'Too many.');
    },
  });
  const [, two, three, four] = ['one', 'two', 'three', 'four'].map((page) => ask(page));
  expect(await four?.seen).toBe('Too many.');
  await end('one');
  await end('two');
  await end('three');
  expect([await two?.seen, await three?.seen]).toEqual(['two', 'three']);
  expect(begun).toEqual(['one', 'two', 'three']);
});

test('a page that waits for the database longer than half a second keeps nobody else waiting', async () => {
  const { ask, begun, end } = scene();
  const slow = ask('slow');
  ask('next');
  ask('third');
  await settle();
  vi.advanceTimersByTime(499);
  await settle();
  expect(begun).toEqual(['slow']);
  vi.advanceTimersByTime(1);
  await settle();
  expect(begun).toEqual(['slow', 'next']);
  await end('slow');
  expect(await slow.seen).toBe('slow');
  expect(begun).toEqual(['slow', 'next']);
  await end('next');
  expect(begun).toEqual(['slow', 'next', 'third']);
});

test('while somebody writes, three times what a render took goes by before the next, a quarter of a second at most', async () => {
  const { clock, line, ask, begun, end } = scene();
  const pages = ['one', 'two', 'three', 'four'];
  for (const page of pages) ask(page);
  await settle();
  const isOver = line.noteWrite();
  clock.ms += 20;
  await end('one');
  vi.advanceTimersByTime(59);
  expect(begun).toEqual(['one']);
  vi.advanceTimersByTime(1);
  await settle();
  expect(begun).toEqual(['one', 'two']);
  clock.ms += 400;
  await end('two');
  vi.advanceTimersByTime(249);
  await settle();
  expect(begun).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  await settle();
  expect(begun).toEqual(['one', 'two', 'three']);
  isOver();
  line.noteWrite()();
  clock.ms += 10;
  await end('three');
  // A write that came and went meanwhile was met, too.
  expect(begun).toEqual(['one', 'two', 'three']);
  vi.advanceTimersByTime(30);
  await settle();
  expect(begun).toEqual(pages);
});

test('[25.19] where no more may wait, the newest page of the network with the most gives way to one of another, and to none of its own', async () => {
  const { ask, begun, end } = scene({
    admitWaiting(waiting) {
      if (waiting >= 4) throw new ApiError(503, 'Full.');
    },
  });
  const many = Array.from({ length: 5 }, (_, index) => ask(`m${index}`, `2001:db8:7:${index}::/64`));
  expect(await ask('m5', '2001:db8:7:9::/64').seen).toBe('Full.');
  const other = ask('other', '9.0.0.1');
  expect(await many[4]?.seen).toBe('Full.');
  for (const page of ['m0', 'm1', 'm2', 'm3']) await end(page);
  await end('other');
  expect(await other.seen).toBe('other');
  expect(begun).toEqual(['m0', 'm1', 'm2', 'm3', 'other']);
});
