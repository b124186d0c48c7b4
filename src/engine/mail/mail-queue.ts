import type { Queryable } from '../database/database.ts';
import type { Asker, MessageKind } from '../limits/receiver-bounds.ts';

export type MailAttachment = { filename: string; contentType: string; content: string };

export type MailAddress = { name: string; address: string };

export type Mail = {
  /** The product's own sender unless given. */
  from?: MailAddress;
  to: { address: string; name?: string };
  /** As what it counts for its receiver: each has a bound (limits/receiver-bounds.ts). */
  kind: MessageKind;
  /** Who asked for a link or a code; a stranger unless told. */
  asker?: Asker;
  /** Where it was asked for (`askedFrom`). */
  network?: string | undefined;
  subject: string;
  html: string;
  text: string;
  /** An invitation goes as text/calendar with its method, besides the attachments. */
  invitation?: { method: 'REQUEST' | 'CANCEL'; ics: string };
  attachments?: MailAttachment[];
  headers?: Record<string, string>;
  /** It carries a code or a link that signs in: its words are forgotten once it is sent. */
  isSecret?: boolean;
  /** It tells of somebody who closed their account: nothing of it stays once it is sent or given up. */
  isErased?: boolean;
  /** There is nobody to send it to: it takes the same work as one that is sent, so that the time says nothing about who has an account. */
  isForNobody?: boolean;
};

export type Letter = { mail: Mail; key?: string };

/**
 * Mails are rows of `_mails` first (written in the caller's transaction), sent by a job; without SMTP they stay in the mailbox. The one way out for mails:
 * what is more than a receiver gets in a day is left out here, whatever call asked.
 */
export type MailQueue = {
  /** `key` makes it repeatable: a second mail of the same key is not queued. False where its receiver had enough. */
  queue: (db: Queryable, mail: Mail, key?: string) => Promise<boolean>;
  /** The same of several, by one call each for the mails and their jobs. False where none may go. */
  queueAll: (db: Queryable, letters: readonly Letter[]) => Promise<boolean>;
  /** Whether mails leave at all: a mail server is set. */
  leaves: () => boolean;
};

export type RunningMailQueue = MailQueue & {
  /** Sends a mail at once, past the queue; throws what the mail server says when it refuses. Without SMTP the mail is queued and kept. */
  sendNow: (mail: Mail) => Promise<void>;
};
