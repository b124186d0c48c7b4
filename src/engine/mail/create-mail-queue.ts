import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { countForReceivers, type MessageKind } from '../limits/receiver-bounds.ts';
import type { Logger } from '../log.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Letter, MailAddress, MailQueue, RunningMailQueue } from './mail-queue.ts';
import { insertMails } from './mails.store.ts';
import { sendMail, transportOf, trySending } from './send-mail.ts';

export type MailQueueOptions = {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  settings: Pick<SettingsStore, 'current' | 'revision'>;
  log: Logger;
  /** `smtp://user:password@host:port`; without it and without SMTP settings mails are only kept. */
  smtpUrl?: string;
  /** Who mails come from that name no sender. */
  sender: MailAddress;
  /** Which of these addresses an account has proved to be its own; none unless told. */
  findProved?: ((db: Queryable, addresses: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
  /** Is told of each message that was more than its receiver gets. */
  onWithheld?: (kind: MessageKind) => void;
};

/** Mails as rows written with what causes them, and a job for each that sends it. */
export function createMailQueue(options: MailQueueOptions): RunningMailQueue {
  const { clock, db: pool, jobs } = options;
  jobs.handle('send-mail', {
    run: (data) => sendMail(options, Number(data.mail)),
    findWaiting: () =>
      options.db.query<{ mail: number }>(`select id as mail from _mails where status = 'queued' order by id`),
  });
  async function queueAll(db: Queryable, letters: readonly Letter[]): Promise<boolean> {
    const allowed = await withinBounds(options, db, letters);
    if (allowed.length === 0) return false;
    // Who asked from where is nobody's to read in the mailbox.
    const kept = allowed.map(({ mail: { network: _, ...mail }, ...letter }) => ({ ...letter, mail }));
    const mails = await insertMails(db, kept, clock.nowMs());
    await jobs.add(db, 'send-mail', ...mails.map((mail) => ({ mail })));
    return true;
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

const isNotice = (kind: MessageKind) => kind === 'notice' || kind === 'note';

// Of an address that nobody proved all of them count together.
function noticeTo(isProved: boolean, kind: MessageKind): MessageKind {
  if (!isProved) return 'notice';
  return kind === 'notice' ? 'own' : kind;
}

/** The letters that their receivers may still be sent. The log tells once a window of those that may not. */
async function withinBounds(
  { clock, settings, log, findProved, onWithheld }: MailQueueOptions,
  db: Queryable,
  letters: readonly Letter[],
): Promise<Letter[]> {
  const notices = letters.flatMap(({ mail: { kind, to } }) => (isNotice(kind) ? [to.address.toLowerCase()] : []));
  const proved = notices.length > 0 ? await findProved?.(db, notices) : undefined;
  const messages = letters.map(({ mail: { to, kind, asker, network } }) => {
    const counted = isNotice(kind) ? noticeTo(proved?.has(to.address.toLowerCase()) === true, kind) : kind;
    return { to: to.address, kind: counted, asker, network };
  });
  const counts = await countForReceivers(db, messages, { settings: settings.current(), nowMs: clock.nowMs() });
  return letters.filter(({ mail: { kind } }, place) => {
    const { isWithheld = false, isFirst = false } = counts[place] ?? {};
    if (isWithheld) onWithheld?.(kind);
    if (isFirst)
      log.warn({ kind }, 'An address had as many mails of a kind as it gets in a window. More are not sent.');
    return !isWithheld;
  });
}
