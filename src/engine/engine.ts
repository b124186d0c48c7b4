import type { Restoration } from './backups/create-restoration.ts';
import type { Clock } from './clock.ts';
import type { EmailTemplate } from './collections/collection.ts';
import type { CollectionRegistry } from './collections/collection-registry.ts';
import type { Database, Queryable, Row } from './database/database.ts';
import type { FileScanner } from './files/create-clamd-scanner.ts';
import type { FileStore } from './files/file-store.ts';
import type { ForeignWork } from './foreign-work/foreign-work.ts';
import type { SecondFactor } from './http/auth-record.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { MessageKind } from './limits/receiver-bounds.ts';
import type { Logger } from './log.ts';
import type { MailAddress, MailQueue } from './mail/mail-queue.ts';
import type { Random } from './random.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { HookRegistry } from './records/record-hooks.ts';
import type { SettingsStore } from './settings/settings.ts';

export type LimitedRights = { row: Row; because: string };

/** Everything a wire call works with. Built once, in create-engine.ts; passed as the first argument. */
export type Engine = {
  db: Database;
  /** The database puts texts in the order of their bytes by itself, as all lists are: so its indexes serve a sort by a text. */
  ordersBytes: boolean;
  /** The database outside of any transaction: what is counted here stays counted when the writes around it are taken back. */
  lasting: Queryable;
  /** Counts in the figures that a message was more than its receiver gets. */
  noteWithheld: (kind: MessageKind) => void;
  clock: Clock;
  random: Random;
  collections: CollectionRegistry;
  hooks: HookRegistry;
  files: FileStore;
  /** Looks uploads through for what harms; without it they are kept unseen. */
  scanner?: FileScanner | undefined;
  /** Decodes, draws and parses what strangers send, in processes beside this one. */
  foreignWork: ForeignWork;
  realtime: Realtime;
  mail: MailQueue;
  jobs: JobQueue;
  settings: SettingsStore;
  log: Logger;
  /** Parts that remember rows add here how to forget them when a backup was restored. */
  restoration: Pick<Restoration, 'add' | 'addCheck' | 'addUpdate' | 'addRecord' | 'addEndings'>;
  /** Who the product's own mails come from; its name is the product's name in them. */
  sender: MailAddress;
  /** Words a mail of a managed collection anew for the account it goes to, as in its language; answers what is to be sent. */
  wordMail: (template: EmailTemplate, row: Row) => EmailTemplate;
  /** The row that the rights of a signed-in account are judged by, and what some of them wait for: a sentence, or empty when none does. */
  limitRights: (collectionName: string, row: Row, signedIn: { secondFactor: SecondFactor }) => LimitedRights;
  /** The address mails and redirects carry, without a slash at the end. */
  publicUrl: string;
  /** False in production: sandbox conveniences such as /dev/mailbox are then absent. */
  isDevelopment: boolean;
};
