import type { Queryable } from '#engine/database/database.ts';
import type { ProviderNews } from './moody-provider.ts';
import type { People } from './people.ts';

/** What is asked of the product, one after the other: by somebody over the wire, by its provider, or the time goes on meanwhile. */
export type Ask =
  /** `sentCents`: so many left the operator's own bank by hand, and somebody says so. */
  | { person: string; path: string; body: Record<string, unknown>; method?: 'PATCH'; sentCents?: number }
  | { news: ProviderNews }
  | { toMs: number };

export type Lesson = { id: string; learner: string; owner: string; startMs: number; endMs: number; code: string };

/** What the asks of a step are worked out from. */
export type Scene = { db: Queryable; people: People; nowMs: number; newId: () => string };

export const [minuteMs, hourMs] = [60_000, 3_600_000];
export const cardOf = (cardNumber: string) => ({ method: 'card', cardNumber });
export const card = cardOf('4242424242424242');

export const record = (collection: string) => `collections/${collection}/records`;

export function startIn(nowMs: number, hours: number): string {
  return new Date(Math.ceil(nowMs / (30 * minuteMs)) * 30 * minuteMs + hours * hourMs).toISOString();
}
