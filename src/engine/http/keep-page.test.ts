import { expect, it } from 'vitest';
import { createPageKeeper } from './keep-page.ts';

function scene() {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const keepPage = createPageKeeper(clock);
  let rendered = 0;
  const answers = { status: 200 };
  const open = () => keepPage('light', async () => ({ status: answers.status, html: `page ${++rendered}` }));
  return { clock, open, answers, keepPage };
}

it('renders once for everybody who comes within two seconds', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 2_000;
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
});

it('answers with the kept page for a minute, and renews it behind the answer', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 2_001;
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
});

it('renders first when the kept page is older than a minute, or from a clock that was ahead', async () => {
  const { clock, open } = scene();
  await open();
  clock.ms = 60_001;
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
  await Promise.resolve();
  expect(await open()).toEqual({ status: 200, html: 'page 1' });
  expect(await open()).toEqual({ status: 200, html: 'page 2' });
});

it('keeps the pages of the two themes apart', async () => {
  const { open, keepPage } = scene();
  await open();
  expect(await keepPage('dark', async () => ({ status: 200, html: 'dark' }))).toEqual({ status: 200, html: 'dark' });
});
