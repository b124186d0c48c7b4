import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Answer, RequestContext } from '#engine/http/route.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { lessonIcsRoute } from './lesson-ics-route.ts';

let database: TestDatabase;

async function ask(id: string, auth: string | null, token?: string): Promise<Answer | undefined> {
  const engine = {
    db: database.db,
    clock: { nowMs: () => Date.parse('2026-12-01T01:00:00Z') },
    publicUrl: 'https://kerbside.example',
    sender: { name: 'Kerbside', address: 'hello@kerbside.example' },
    collections: { get: (name: string) => ({ name }) },
    hooks: { watcher: { noteLook: async () => {} } },
  } as unknown as Engine;
  const owner = async (given: string) => (given === 'good' ? ({ id: 'learner00000001' } as AuthRecord) : null);
  const request = {
    auth: auth && { id: auth },
    params: { id },
    query: token ? { token } : {},
  } as unknown as RequestContext;
  return lessonIcsRoute(engine, owner).handle(request);
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey", name) values ('learner00000001', 'a', 'Mei Ling Tan'),
    ('teacher00000001', 'b', 'Ravi Chandran'), ('stranger0000001', 'c', 'Somebody')`);
  await database.db.query(
    `insert into instructors (id, "user", name, "vehiclePlate") values ('instructor00001', 'teacher00000001', 'Ravi Chandran', 'SLB4412C')`,
  );
  for (const [id, day, status] of [
    ['lesson000000001', 5, 'confirmed'],
    ['lesson000000002', 6, 'requested'],
    ['lesson000000003', 7, 'held'],
  ]) {
    await database.db.query(
      `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", pickup, status, "priceCents", "startCode")
       values ($1, 'instructor00001', 'learner00000001', $2::timestamptz, $2::timestamptz + interval '1 hour', 60,
       'Bedok MRT; exit B, "north"', $3, 1, '4712')`,
      [id, `2026-12-0${day}T02:00Z`, status],
    );
  }
});
afterAll(() => database.drop());

describe('a lesson as a calendar file', () => {
  test.each([
    ['learner00000001', 'Driving lesson with Ravi Chandran', true],
    ['teacher00000001', 'Driving lesson with Mei Ling Tan', false],
  ])('is read by %s, the start code by the learner alone', async (reader, title, hasCode) => {
    const answer = await ask('lesson000000001', reader);
    expect(answer?.headers?.['Content-Type']).toContain('text/calendar');
    expect(String(answer?.body).endsWith('END:VCALENDAR\r\n')).toBe(true);
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(String(answer?.body))).getFirstSubcomponent('vevent')!);
    expect(event.uid).toBe('lesson000000001@kerbside');
    expect(event.summary).toBe(title);
    expect(event.location).toBe('Bedok MRT; exit B, "north"');
    expect(event.startDate.toString()).toBe('2026-12-05T02:00:00Z');
    expect(event.description.includes('4712')).toBe(hasCode);
  });

  test('opens with a file token where no header can be sent', async () => {
    expect((await ask('lesson000000001', null, 'good'))?.status).toBe(200);
    await expect(ask('lesson000000001', null, 'bad')).rejects.toMatchObject({ status: 401 });
    await expect(ask('lesson000000001', null)).rejects.toMatchObject({ status: 401 });
  });

  test('does not exist for others, before a booking, or at all', async () => {
    await expect(ask('lesson000000001', 'stranger0000001')).rejects.toMatchObject({ status: 404 });
    await expect(ask('lesson000000003', 'learner00000001')).rejects.toMatchObject({ status: 404 });
    await expect(ask('nothing00000001', 'learner00000001')).rejects.toMatchObject({ status: 404 });
  });

  test('is tentative while the instructor has not accepted, and confirmed from then on', async () => {
    expect(String((await ask('lesson000000002', 'learner00000001'))?.body)).toContain('STATUS:TENTATIVE');
    expect(String((await ask('lesson000000001', 'learner00000001'))?.body)).toContain('STATUS:CONFIRMED');
  });

  test('names a learner who gave no name in words, and never by the address', async () => {
    await database.db.query(`update users set name = ' ', email = 'mei@kerbside.example' where id = 'learner00000001'`);
    const ics = String((await ask('lesson000000001', 'teacher00000001'))?.body);
    expect(ics).toContain('SUMMARY:Driving lesson with A learner');
    expect(ics).not.toContain('mei');
    await database.db.query(`update users set "firstName" = 'Mei', "lastName" = 'Ling' where id = 'learner00000001'`);
    expect(String((await ask('lesson000000001', 'teacher00000001'))?.body)).toContain('Driving lesson with Mei Ling');
    await database.db.query(`update users set name = 'Mei Ling Tan' where id = 'learner00000001'`);
  });

  test('keeps the start code and the plate back while the instructor has not accepted', async () => {
    const [asked, agreed] = await Promise.all(
      ['lesson000000002', 'lesson000000001'].map(async (id) => String((await ask(id, 'learner00000001'))?.body)),
    );
    for (const secret of ['4712', 'SLB4412C'])
      expect([asked?.includes(secret), agreed?.includes(secret)]).toEqual([false, true]);
  });
});
