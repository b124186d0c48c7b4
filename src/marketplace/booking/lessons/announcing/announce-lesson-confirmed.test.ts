import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCollectionRegistry } from '#engine/collections/collection-registry.ts';
import type { Engine } from '#engine/engine.ts';
import type { Letter, Mail } from '#engine/mail/mail-queue.ts';
import { systemRandom } from '#engine/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { notificationsCollection } from '../../../talk/notifications/notifications.collection.ts';
import { announceLessonConfirmed } from './announce-lesson-confirmed.ts';

let database: TestDatabase;
let mails: Map<string, Mail>;
let published: Array<{ user: unknown; title: unknown }>;

/** A real database; mails and realtime are caught. */
function engine(): Engine {
  const collections = createCollectionRegistry();
  collections.replaceAll([notificationsCollection]);
  return {
    db: database.db,
    collections,
    random: systemRandom,
    clock: { nowMs: () => Date.parse('2026-12-01T01:00:00Z') },
    publicUrl: 'https://kerbside.example',
    sender: { name: 'Kerbside', address: 'hello@kerbside.example' },
    mail: {
      async queueAll(_db: unknown, letters: readonly Required<Letter>[]) {
        for (const { mail, key } of letters) mails.set(key, mail);
      },
    },
    realtime: { publish: ({ row }: { row: { user: unknown; title: unknown } }) => published.push(row) },
  } as unknown as Engine;
}

const announce = () =>
  database.db.transaction((tx) => announceLessonConfirmed(engine(), tx, { id: 'lesson000000001' }));

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey", email, name, phone) values
    ('learner00000001', 'a', 'mei@people.example', 'Mei <Ling> Tan', '+65 8000 0001'),
    ('teacher00000001', 'b', 'ravi@people.example', 'Ravi Chandran', '+65 9000 0001')`);
  await database.db.query(`insert into instructors (id, "user", name, "vehiclePlate", "vehicleModel")
    values ('instructor00001', 'teacher00000001', 'Ravi Chandran', 'SLB 4412 C', 'Toyota Vios')`);
  await database.db.query(`insert into lessons (id, instructor, learner, start, "end", "durationMinutes", pickup, "postalCode",
    status, "priceCents", lines, "startCode")
    values ('lesson000000001', 'instructor00001', 'learner00000001', '2026-12-05T02:00Z', '2026-12-05T03:30Z', 90,
    'Bedok MRT, exit B', '460204', 'confirmed', 9900, '[{"kind":"lesson","text":"90 minutes at S$66.00","cents":9900}]', '4712')`);
});
afterAll(() => database.drop());
beforeEach(async () => {
  mails = new Map();
  published = [];
  await database.db.query('delete from notifications');
});

describe('a confirmed lesson', () => {
  test('is written by the language of each, whose texts are English while its catalogue is not complete', async () => {
    await database.db.query(`update users set language = 'de' where id = 'learner00000001'`);
    await announce();
    const [told] = await database.db.query(`select message from notifications where "user" = 'learner00000001'`);
    expect(told?.message).toBe('Ravi Chandran teaches you on Sa., 5. Dez., 10:00–11:30.');
    const subjects = ['learner', 'instructor'].map(
      (side) => mails.get(`lesson_confirmed:lesson000000001:${side}`)?.subject,
    );
    expect(subjects).toEqual([
      'Confirmed: Sa., 5. Dez., 10:00–11:30 with Ravi Chandran',
      'New lesson: Sat 5 Dec, 10:00–11:30, Mei <Ling> Tan',
    ]);
    await database.db.query(`update users set language = '' where id = 'learner00000001'`);
  });

  test('is told to both parties in the product, in real time after the commit', async () => {
    await announce();
    const rows = await database.db.query('select "user", title, message, type, read from notifications order by title');
    expect(rows).toEqual([
      {
        user: 'learner00000001',
        title: 'Lesson confirmed',
        message: 'Ravi Chandran teaches you on Sat 5 Dec, 10:00–11:30.',
        type: 'user',
        read: false,
      },
      {
        user: 'teacher00000001',
        title: 'New lesson',
        message: 'Mei <Ling> Tan booked Sat 5 Dec, 10:00–11:30.',
        type: 'user',
        read: false,
      },
    ]);
    expect(published.map(({ user }) => user).sort()).toEqual(['learner00000001', 'teacher00000001']);
  });

  test('that was booked without a pick-up says so to both, by notice and by mail', async () => {
    const place = (pickup: string, postalCode: string) =>
      database.db.query('update lessons set pickup = $1, "postalCode" = $2', [pickup, postalCode]);
    await place('', '');
    await announce();
    const told = await database.db.query('select message from notifications');
    const open = expect.stringMatching(/\. No pick-up was given: agree on one by message\.$/);
    expect(told).toEqual([{ message: open }, { message: open }]);
    const said = [...mails.values()].map(({ text }) => text.includes('Not given yet: agree on one by message'));
    expect(said).toEqual([true, true]);
    await place('Bedok MRT, exit B', '460204');
  });

  test('leads both parties to the lesson itself, from the product and from the mail', async () => {
    await announce();
    expect(await database.db.query('select distinct link from notifications')).toEqual([
      { link: '/dashboard/lessons/lesson000000001' },
    ]);
    for (const side of ['learner', 'instructor']) {
      expect(mails.get(`lesson_confirmed:lesson000000001:${side}`)?.html).toContain(
        '/dashboard/lessons/lesson000000001"',
      );
    }
  });

  test('is told to nobody when the transaction fails', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await announceLessonConfirmed(engine(), tx, { id: 'lesson000000001' });
        throw new Error('payment failed');
      }),
    ).rejects.toThrow('payment failed');
    expect(published).toEqual([]);
    expect(await database.db.query('select id from notifications')).toEqual([]);
  });

  test('is notified once however often it is announced', async () => {
    await announce();
    await announce();
    expect(await database.db.query('select id from notifications')).toHaveLength(2);
    expect(published).toHaveLength(2);
    expect(mails.size).toBe(2);
  });

  test('goes by mail to both, the start code to the learner alone', async () => {
    await announce();
    const [toLearner, toInstructor] = [...mails.values()];
    expect(toLearner).toMatchObject({
      to: { address: 'mei@people.example', name: 'Mei <Ling> Tan' },
      subject: 'Confirmed: Sat 5 Dec, 10:00–11:30 with Ravi Chandran',
    });
    expect(toInstructor).toMatchObject({ to: { address: 'ravi@people.example' } });
    for (const said of [
      '10:00–11:30 SGT',
      'Bedok MRT, exit B, Singapore 460204',
      '90 minutes at S$66.00',
      'S$99.00',
      '4712',
      'SLB 4412 C',
    ]) {
      expect(toLearner?.text).toContain(said);
      expect(toLearner?.html).toContain(said);
    }
    expect(toLearner?.text).toContain(
      'Until Fri 4 Dec, 10:00 you can move it free of charge, or cancel it and get all of the money back. After that half of it until Fri 4 Dec, 22:00. After that nothing.',
    );
    const everything = JSON.stringify(toInstructor);
    expect(everything).not.toContain('4712');
    expect(toInstructor?.html).toContain('Mei &lt;Ling&gt; Tan');
    expect(toInstructor?.html).not.toContain('<Ling>');
    expect(toInstructor?.text).toContain('+65 8000 0001');
  });

  test('comes with an invitation that calendars accept: stable name, sequence, UTC times, the reader as attendee', async () => {
    await announce();
    for (const [key, mail] of mails) {
      const calendar = new ICAL.Component(ICAL.parse(mail.invitation!.ics));
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
      expect(mail.invitation?.method).toBe('REQUEST');
      expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
      expect(event.uid).toBe('lesson000000001@kerbside');
      expect(event.sequence).toBe(0);
      expect(event.startDate.toString()).toBe('2026-12-05T02:00:00Z');
      expect(event.endDate.toString()).toBe('2026-12-05T03:30:00Z');
      expect(event.location).toBe('Bedok MRT, exit B, Singapore 460204');
      expect(event.organizer).toContain('hello@kerbside.example');
      expect(event.attendees).toHaveLength(1);
      expect(String(event.attendees[0]?.getFirstValue())).toContain(key.endsWith('learner') ? 'mei@' : 'ravi@');
      expect(event.description.includes('4712')).toBe(key.endsWith('learner'));
    }
  });
});
