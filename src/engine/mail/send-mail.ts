import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailQueueOptions } from './create-mail-queue.ts';
import type { Mail } from './mail-queue.ts';

/**
 * Sends one queued mail. A server's lasting refusal (5xx) is written down, a passing one is thrown so that the job is tried again.
 * A mail that was sent or kept already is left alone.
 */
export async function sendMail(options: MailQueueOptions, id: number): Promise<void> {
  const { db, clock, log } = options;
  const rows = await db.query<{ message: Mail }>(`select message from _mails where id = $1 and status = 'queued'`, [
    id,
  ]);
  const mail = rows[0]?.message;
  if (!mail) return;
  const transport = transportOf(options);
  if (!transport) {
    await mark(options, id, { status: 'kept', error: '' });
    return;
  }
  try {
    await createTransport(transport).sendMail(messageOf(options, mail));
    await mark(options, id, { status: 'sent', error: '' });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const code =
      typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0;
    if (code < 500) {
      const now = clock.nowMs();
      log.warn({ mail: id, code, at: now }, 'A mail could not be sent and will be tried again.');
      throw error;
    }
    await mark(options, id, { status: 'failed', error: text.slice(0, 500) });
  }
}

async function mark(
  { db, clock }: MailQueueOptions,
  id: number,
  { status, error }: { status: 'sent' | 'kept' | 'failed'; error: string },
): Promise<void> {
  await db.query(
    `update _mails set status = $2, error = $3, attempts = attempts + 1, sent = to_timestamp($4::double precision / 1000)
     where id = $1 and status = 'queued'`,
    [id, status, error, clock.nowMs()],
  );
}

function transportOf({ settings, smtpUrl }: MailQueueOptions) {
  const { smtp } = settings.current();
  if (!smtp.enabled) return smtpUrl;
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls,
    ...(smtp.localName ? { name: smtp.localName } : {}),
    ...(smtp.username ? { auth: { user: smtp.username, pass: smtp.password } } : {}),
  };
}

function messageOf({ sender }: MailQueueOptions, mail: Mail): SendMailOptions {
  const attachments = mail.attachments?.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content,
  }));
  return {
    from: mail.from ?? sender,
    to: { name: mail.to.name ?? '', address: mail.to.address },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    ...(attachments ? { attachments } : {}),
    ...(mail.headers ? { headers: mail.headers } : {}),
    ...(mail.invitation ? { icalEvent: { method: mail.invitation.method, content: mail.invitation.ics } } : {}),
  };
}
