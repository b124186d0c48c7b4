import { expect, type Page, type TestInfo } from '@playwright/test';

export type FoundInstructor = { id: string; name: string; lessonMinutes: number[] };

/** So many of the demonstration's instructors confirm at once. They are the oldest: those that other tests list come and go. */
const ofDemo = 22;

/** Whom tests that need somebody's account as well take by name, and whose papers end within days. */
const leftOut = ['Ravi Chandran', 'Hassan bin Omar'];

/**
 * An instructor who confirms at once, into whose diary no other test writes at the same time: those of the demonstration are shared out among
 * the workers, each of which runs one test after the other. `turn` spreads a worker's tests over its instructors, so that one's lessons don't
 * fill another's days.
 */
export async function findInstructor(page: Page, testInfo: TestInfo, turn: number): Promise<FoundInstructor> {
  const answer = await page.request.get('/api/collections/instructors/records', {
    params: { filter: "status = 'listed' && instantBooking = true", sort: 'created,id', perPage: ofDemo },
  });
  expect(answer.status()).toBe(200);
  const { items }: { items: FoundInstructor[] } = await answer.json();
  const { parallelIndex, config } = testInfo;
  const own = items
    .filter(({ name }) => !leftOut.includes(name))
    .filter((_, place) => place % config.workers === parallelIndex);
  const instructor = own[turn % own.length];
  if (!instructor) throw new Error('The demo has too few instructors who confirm at once for so many workers');
  return instructor;
}
