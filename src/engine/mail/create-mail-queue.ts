import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Logger } from '../log.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Letter, MailAddress, MailQueue, RunningMailQueue } from './mail-queue.ts';
import { sendMail, transportOf, trySending } from './send-mail.ts';

export type MailQueueOptions = {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  settings: SettingsStore;
  log: Logger;
  /** `smtp://user:password@host:port`; without it and without SMTP settings mails are only kept. */
  smtpUrl?: string;
  /** Who mails come from that name no sender. */
  sender: MailAddress;
};

/** Mails as rows written with what causes them, and a job for each that sends it. */
export function createMailQueue(options: MailQueueOptions): RunningMailQueue {
  const { clock, db: pool, jobs } = options;
  jobs.handle('send-mail', {
    run: (data) => sendMail(options, Number(data.mail)),
    findWaiting: () =>
      options.db.query<{ mail: number }>(`select id as mail from _mails where status = 'queued' order by id`),
  });
  async function queueAll(db: Queryable, letters: readonly Letter[]): Promise<void> {
    if (letters.length === 0) return;
    const rows = await db.query<{ id: number }>(
      `insert into _mails (key, "to", subject, message, created)
       select l.value ->> 'key', l.value #>> '{mail,to,address}', l.value #>> '{mail,subject}', l.value -> 'mail', to_timestamp($2::double precision / 1000)
       from jsonb_array_elements($1::jsonb) with ordinality l order by l.ordinality on conflict (key) do nothing returning id`,
      [JSON.stringify(letters), clock.nowMs()],
    );
    await jobs.add(db, 'send-mail', ...rows.map(({ id }) => ({ mail: id })));
  }
  const queue: MailQueue['queue'] = (db, mail, key) => queueAll(db, [key === undefined ? { mail } : { mail, key }]);

  return {
    queue,
    queueAll,
    leaves: () => transportOf(options) !== undefined,
    async sendNow(mail) {
      if (!(await trySending(options, mail))) await queue(pool, mail);
    },
  };
}
