import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { pathOf, visitorEmails, visits } from '../support/visited-pages.ts';
import { answerInTurn } from './support/answer-in-turn.ts';
import { askAs } from './support/ask-as.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { findLayoutFaults } from './support/find-layout-faults.ts';
import { findSmallParts } from './support/find-small-parts.ts';
import { findUnstyledClasses } from './support/find-unstyled-classes.ts';
import { goWithin } from './support/go-within.ts';
import { followCalls, settle } from './support/settle.ts';
import { becomeUser } from './support/sign-in.ts';
import { forgetShifts, mostShift, watchLayoutShift } from './support/watch-layout-shift.ts';

/** So many pages in one test that its signing in costs little, and so few that the workers share them. */
const pagesATest = 8;

/** The widest spacing of WCAG 1.4.12, which a reader may set. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** What still moves although the reader wants no movement: parts whose animation or transition takes time. */
function findMovement(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (durations: string) => Math.max(...durations.split(',').map((one) => Number.parseFloat(one)));
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return (
        (animationName !== 'none' && longest(animationDuration) > 0.00001) || longest(transitionDuration) > 0.00001
      );
    });
    const scrolls = getComputedStyle(document.documentElement).scrollBehavior === 'auto' ? [] : ['smooth scrolling'];
    return [...scrolls, ...moving.map((element) => element.outerHTML.slice(0, 100))];
  });
}

/** The header has room for its parts, each as large as a finger, and cuts off nothing of the title. */
async function expectRoomInHeader(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await expect.soft(header.getByRole('button', { name: 'Go to or find' })).toBeInViewport({ ratio: 1 });
  await expect.soft(header.getByRole('link', { name: /^Notifications/ })).toBeInViewport({ ratio: 1 });
  const small = await header.locator('a, button').evaluateAll((targets) =>
    targets
      .map((target) => ({ name: target.ariaLabel ?? target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name}: ${box.width} by ${box.height} px`),
  );
  expect.soft(small).toEqual([]);
  const overhang = await header
    .getByRole('heading', { level: 1 })
    .evaluate((h1) => Math.max(h1.scrollWidth - h1.clientWidth, h1.scrollHeight - h1.clientHeight));
  // A pixel is the rounding of the line's height.
  expect.soft(overhang).toBeLessThanOrEqual(1);
}

/** Faults by what was looked at. */
async function checkPage(page: Page, isMobile: boolean): Promise<Record<string, string[]>> {
  // News of what other tests do pass over the page.
  await expect(page.locator('.toasts > *')).toHaveCount(0);
  const found: Record<string, string[]> = {
    movement: await findMovement(page),
    layout: await findLayoutFaults(page),
    'classes without a rule': await findUnstyledClasses(page),
  };
  const size = page.viewportSize();
  // A tablet, where the sidebar leaves the page the least room; 1280 px at 200 %, and at 400 %, where all must fit into one column (WCAG 1.4.4, 1.4.10).
  for (const width of isMobile ? [320] : [768, 640]) {
    await page.setViewportSize({ width, height: width });
    // The sidebar follows the window a moment later.
    if (width < 768) await expect(page.getByRole('button', { name: /^User menu/ })).toBeHidden();
    found[`at ${width} px`] = await findLayoutFaults(page);
  }
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, spacing);
  found.spaced = await findLayoutFaults(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  if (size) await page.setViewportSize(size);
  return found;
}

/** What is wider than the window for readers whose browser is set to letters of twice the usual size. */
async function findOverhangOfLargeText(page: Page, devtools: CDPSession): Promise<string[]> {
  const setText = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await setText(32);
  const measure = () =>
    page.evaluate(() => {
      const { documentElement: root } = document;
      return { size: getComputedStyle(root).fontSize, overhang: Math.max(0, root.scrollWidth - window.innerWidth) };
    });
  // What the page itself does about it comes a moment later.
  await expect
    .poll(measure, { timeout: 3000 })
    .toEqual({ size: '32px', overhang: 0 })
    .catch(() => {});
  const { size, overhang } = await measure();
  await setText(16);
  if (size !== '32px') return [`the text is not twice as large: ${size}`];
  return overhang > 0 ? [`the page is ${overhang} px wider than the window`] : [];
}

const onlyFaults = (found: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0));

for (const { as, view, pages } of visits) {
  for (let first = 0; first < pages.length; first += pagesATest) {
    const some = pages.slice(first, first + pagesATest);
    test(`nothing moves, is cut off, overlaps or is out of reach, nor with text twice as large, on ${some.map(({ name }) => name).join(', ')}`, async ({
      page,
      isMobile,
    }) => {
      test.slow();
      followCalls(page);
      const readShift = await watchLayoutShift(page);
      await answerInTurn(page, isMobile ? 'first come' : 'last come');
      // A phone loads each page anew; on a wide window people come to it from the page before.
      const open = async (path: string, { isAnew }: { isAnew: boolean }) => {
        if (isAnew) return void (await page.goto(path));
        await forgetShifts(page);
        await goWithin(page, path);
      };
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const token = as === 'guest' ? '' : (await becomeUser(page, visitorEmails[as], view)).token;
      const ask = askAs(page, token);
      const devtools = isMobile ? await page.context().newCDPSession(page) : undefined;
      for (const [place, visited] of some.entries()) {
        await test.step(visited.name, async () => {
          const path = await pathOf(visited, ask);
          await open(path, { isAnew: isMobile || place === 0 || as === 'guest' });
          await settle(page);
          const { sum, moved } = await readShift();
          expect.soft(sum < mostShift ? [] : [sum, ...moved], `${visited.name}: layout shift`).toEqual([]);
          if (as !== 'guest') await expectRoomInHeader(page);
          // Only of whoever teaches, who is of every age.
          const small = isMobile && view === 'instructor' ? await findSmallParts(page) : [];
          const found: Record<string, string[]> = { 'too small': small, ...(await checkPage(page, isMobile)) };
          if (devtools) found['with text twice as large'] = await findOverhangOfLargeText(page, devtools);
          expect.soft(onlyFaults(found), visited.name).toEqual({});
          // The colours are the same at any width.
          await expectAccessible(page, 'html', !isMobile);
        });
      }
      expect(problems).toEqual([]);
    });
  }
}
