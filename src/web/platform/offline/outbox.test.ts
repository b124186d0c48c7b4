import { expect, test } from 'vitest';
import { type OutboxEntry, readOutbox, sendOrKeep, sendOutbox } from './outbox.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const refusal = (status: number, message: string) => ({
  status,
  response: { data: { lesson: { code: 'not_startable', message } } },
});
const start = { collection: 'lesson_starts', body: { lesson: 'l1', code: '1234' } } as const;
const log = { collection: 'lesson_logs', body: { lesson: 'l1', notes: 'Good' } } as const;
const reasonOf = () => 'It was refused.';

test('what gets no answer is kept, and what follows it waits behind it', async () => {
  const storage = memory();
  const sent: string[] = [];
  expect(await sendOrKeep(start, { storage, user: 'u', send: cut })).toBe(true);
  const send = async ({ collection }: { collection: string }) => void sent.push(collection);
  expect(await sendOrKeep(log, { storage, user: 'u', send })).toBe(true);
  expect(sent).toEqual([]);
  expect(await sendOutbox({ storage, user: 'u', send, reasonOf })).toBe(2);
  expect(sent).toEqual(['lesson_starts', 'lesson_logs']);
  expect(readOutbox(storage, 'u')).toEqual([]);
  expect(await sendOrKeep(log, { storage, user: 'u', send })).toBe(false);
});

test('an answer that was lost does not make a second record: it is sent again under the same id', async () => {
  const storage = memory();
  const ids: unknown[] = [];
  const lose = ({ body }: Pick<OutboxEntry, 'body'>) => {
    ids.push(body.id);
    return cut();
  };
  await sendOrKeep(start, { storage, user: 'u', send: lose });
  await sendOutbox({ storage, user: 'u', send: lose, reasonOf });
  await sendOutbox({ storage, user: 'u', send: async ({ body }) => void ids.push(body.id), reasonOf });
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(3);
});

test('a conflict stays with its reason, the rest goes on; a server that is away keeps everything', async () => {
  const storage = memory();
  await sendOrKeep(start, { storage, user: 'u', send: cut });
  await sendOrKeep(log, { storage, user: 'u', send: cut });
  const away = () => Promise.reject(refusal(503, ''));
  expect(await sendOutbox({ storage, user: 'u', send: away, reasonOf })).toBe(0);
  expect(readOutbox(storage, 'u').map(({ refused }) => refused)).toEqual([undefined, undefined]);
  const send = ({ collection }: { collection: string }) =>
    collection === 'lesson_starts' ? Promise.reject(refusal(400, 'The lesson was cancelled.')) : Promise.resolve();
  expect(await sendOutbox({ storage, user: 'u', send, reasonOf })).toBe(1);
  expect(readOutbox(storage, 'u')).toMatchObject([
    { collection: 'lesson_starts', refused: 'The lesson was cancelled.' },
  ]);
});

test('a refusal at once is the form’s to say, and nothing is kept; others’ boxes are their own', async () => {
  const storage = memory();
  const refuse = () => Promise.reject(refusal(400, 'This is not the learner’s start code.'));
  await expect(sendOrKeep(start, { storage, user: 'u', send: refuse })).rejects.toMatchObject({ status: 400 });
  expect(readOutbox(storage, 'u')).toEqual([]);
  await sendOrKeep(start, { storage, user: 'other', send: cut });
  expect(readOutbox(storage, 'u')).toEqual([]);
});
