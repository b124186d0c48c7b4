import { expect, type Page, type TestInfo } from '@playwright/test';

export type FoundInstructor = { id: string; name: string; lessonMinutes: number[] };

/** So many of the demonstration's instructors confirm at once. They are the oldest: those that other tests list come and go. */
const ofDemo = 22;

/**
 * An instructor who confirms at once, for one test alone: tests that book run side by side, and `turn` (with the project) keeps
 * them out of each other's diaries.
 */
export async function findInstructor(page: Page, testInfo: TestInfo, turn: number): Promise<FoundInstructor> {
  const answer = await page.request.get('/api/collections/instructors/records', {
    params: { filter: "status = 'listed' && instantBooking = true", sort: 'created,id', perPage: ofDemo },
  });
  expect(answer.status()).toBe(200);
  const { items }: { items: FoundInstructor[] } = await answer.json();
  const place = turn * 2 + (testInfo.project.name === 'phone' ? 0 : 1);
  const instructor = items[place % items.length];
  if (!instructor) throw new Error('The demo has no instructor who confirms at once');
  return instructor;
}
