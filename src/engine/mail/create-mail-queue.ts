import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Logger } from '../log.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Mail, MailAddress, RunningMailQueue } from './mail-queue.ts';
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
  async function queue(db: Queryable, mail: Mail, key?: string): Promise<void> {
    const rows = await db.query<{ id: number }>(
      `insert into _mails (key, "to", subject, message, created) values ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))
       on conflict (key) do nothing returning id`,
      [key ?? null, mail.to.address, mail.subject, JSON.stringify(mail), clock.nowMs()],
    );
    if (rows[0]) await jobs.add(db, 'send-mail', { mail: rows[0].id });
  }

  return {
    queue,
    leaves: () => transportOf(options) !== undefined,
    async sendNow(mail) {
      if (!(await trySending(options, mail))) await queue(pool, mail);
    },
  };
}
