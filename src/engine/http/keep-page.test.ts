import { expect, it } from 'vitest';
import { createPageKeeper } from './keep-page.ts';

type Page = { status: number; html: string };

function scene() {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const keeper = createPageKeeper<Page>(clock, ({ html }) => html.length);
  const { noteChange } = keeper;
  /** Of pages whose turn comes at once. */
  const keepPage = (key: string, render: () => Promise<Page>) =>
    keeper.keepPage(key, (began) => {
      began();
      return render();
    });
  let rendered = 0;
  const answers = { status: 200 };
  const open = () => keepPage('light', async () => ({ status: answers.status, html: `page ${++rendered}` }));
  return { clock, open, answers, keepPage, keeper, noteChange };
}

it('renders once for everybody who comes within two seconds', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 2_000;
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
});

it('answers with the kept page for ten seconds, and renews it behind the answer', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 2_001;
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
});

it('renders first when the kept page is older than ten seconds, or from a clock that was ahead', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 10_001;
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
  clock.ms = 0;
  expect(await open()).toEqual({ status: 200, html: 'page 3' });
});

it('keeps no page that failed', async () => {
  const { open, answers } = scene();
  answers.status = 500;
  await open();
  answers.status = 200;
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
});

it('goes on with the kept page when a renewal throws, and tries again', async () => {
  const { clock, open, keepPage } = scene();
  await open();
  clock.ms = 3_000;
  await keepPage('light', () => Promise.reject(new Error('away')));
  await new Promise(setImmediate);
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
});

it('keeps the pages of the two themes apart', async () => {
  const { open, keepPage } = scene();
  await open();
  expect(await keepPage('dark', async () => ({ status: 200, html: 'dark' }))).toEqual({ status: 200, html: 'dark' });
});

it('renders first after a change, once for all who wait, and lets nobody wait for a page from before it', async () => {
  const { keepPage, noteChange } = scene();
  const waiting: Array<(page: { status: number; html: string }) => void> = [];
  let begun = 0;
  const slow = () =>
    keepPage('/instructors', () => {
      begun++;
      return new Promise((resolve) => waiting.push(resolve));
    });
  const early = [slow(), slow()];
  noteChange();
  const late = [slow(), slow()];
  expect(begun).toBe(1);
  waiting[0]?.({ status: 200, html: 'before' });
  expect((await Promise.all(early)).map((page) => page.html)).toEqual(['before', 'before']);
  await new Promise(setImmediate);
  expect(begun).toBe(2);
  waiting[1]?.({ status: 200, html: 'after' });
  expect((await Promise.all(late)).map((page) => page.html)).toEqual(['after', 'after']);
  expect(await slow()).toEqual({ status: 200, html: 'after' });
});

it('renders once in 250 ms however often something changes, and shows the last change after that', async () => {
  const { clock, open, noteChange } = scene();
  await open();
  for (clock.ms = 0; clock.ms < 1000; clock.ms += 10) {
    noteChange();
    await open();
  }
  clock.ms = 999;
  expect(await open()).toEqual({ status: 200, html: 'page 5' });
  clock.ms = 1000;
  expect(await open()).toEqual({ status: 200, html: 'page 6' });
  expect(await open()).toEqual({ status: 200, html: 'page 6' });
});

it('runs one rendering of an address at a time, however often something changes meanwhile', async () => {
  const { clock, keepPage, noteChange } = scene();
  let [running, most] = [0, 0];
  const ends: Array<() => void> = [];
  const slow = () =>
    keepPage('/instructors', async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
      return { status: 200, html: 'page' };
    });
  const answers: Array<Promise<unknown>> = [];
  for (let round = 0; round < 20; round++) {
    answers.push(slow());
    noteChange();
    clock.ms += 300;
    if (round % 5 === 4) ends.shift()?.();
    await new Promise(setImmediate);
  }
  const isDone = Promise.all(answers).then(() => true);
  while (running > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await isDone).toBe(true);
  expect(most).toBe(1);
});

it('shares no page that was refused to one of those who wait', async () => {
  const { keepPage } = scene();
  const answers = [429, 200, 200];
  const open = () => keepPage('/instructors', async () => ({ status: answers.shift() ?? 500, html: '' }));
  expect((await Promise.all([open(), open(), open()])).map(({ status }) => status)).toEqual([429, 200, 200]);
});

it('keeps 16 MiB of pages at most, those last read longest', async () => {
  const { keepPage } = scene();
  let rendered = 0;
  const open = (key: string) => keepPage(key, async () => ({ status: 200, html: `${++rendered}`.padEnd(6_000_000) }));
  await open('one');
  await open('two');
  await open('one');
  await open('three');
  await open('one');
  expect(rendered).toBe(3);
  await open('two');
  expect(rendered).toBe(4);
});

it('a page that waits for its turn is as old as its turn, shows what changed until then, and is told of each who joins', async () => {
  const { clock, keeper, noteChange } = scene();
  let joined = 0;
  let rendered = 0;
  const turns: Array<() => void> = [];
  const open = () =>
    keeper.keepPage(
      'light',
      async (began) => {
        await new Promise<void>((resolve) => turns.push(resolve));
        began();
        return { status: 200, html: `page ${++rendered}` };
      },
      () => void joined++,
    );
  const first = open();
  clock.ms = 3_000;
  noteChange();
  const second = open();
  expect(joined).toBe(1);
  turns.shift()?.();
  expect(await Promise.all([first, second])).toEqual([first, second].map(() => ({ status: 200, html: 'page 1' })));
  // Not renewed behind the answer: nothing has changed since its turn, and that was just now.
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
  expect(turns).toEqual([]);
});
