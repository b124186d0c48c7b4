import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { systemClock } from '../clock.ts';
import { createJobQueue } from '../jobs/create-job-queue.ts';
import { createLogger } from '../log.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { createMailQueue } from './create-mail-queue.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('takes up at the start the mails that no job stands for', async () => {
  const { db, connection } = database;
  const log = createLogger('silent');
  const jobs = createJobQueue({ connection, log });
  const settings = defaultSettings({ publicUrl: 'http://localhost' });
  const sender = { name: 'Test', address: 'test@example.com' };
  const mails = createMailQueue({
    db,
    clock: systemClock,
    jobs,
    log,
    sender,
    settings: { current: () => settings, revision: () => 0 },
  });
  const mail = {
    kind: 'own' as const,
    to: { address: 'mei@example.com' },
    subject: 'Your code',
    html: '<p>1</p>',
    text: '1',
  };
  await mails.queue(db, mail, 'before the start');
  await jobs.start();
  try {
    // Without a mail server mails are kept to be read.
    await expect
      .poll(() => db.query('select key, status from _mails'))
      .toEqual([{ key: 'before the start', status: 'kept' }]);
  } finally {
    await jobs.stop();
  }
});
