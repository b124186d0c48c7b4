import type { SendMailOptions } from 'nodemailer';
import { isLoopback } from '../http/is-loopback.ts';
import type { MailQueueOptions } from './create-mail-queue.ts';
import type { Mail } from './mail-queue.ts';
import { dropMailForNobody, findQueuedMail, markMail, noteFailure } from './mails.store.ts';

/** A mail server that says nothing is as good as one that is away. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/**
 * Sends one queued mail. A server's lasting refusal of it (5xx) is written down; anything else is thrown so that the job is tried again, until the mail was
 * tried to the end: then it has failed, too.
 * A mail that was sent or kept already is left alone; should it go out twice after a crash, both carry the same Message-ID.
 */
export async function sendMail(options: MailQueueOptions, id: number): Promise<void> {
  const { db, clock } = options;
  const mail = await findQueuedMail(db, id);
  if (!mail) return dropMailForNobody(db, id);
  try {
    const isSent = await trySending(options, mail, `mail-${id}`);
    await markMail(db, { id, status: isSent ? 'sent' : 'kept', error: '', nowMs: clock.nowMs() });
  } catch (error) {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    if (isLasting(error)) await markMail(db, { id, status: 'failed', error: text, nowMs: clock.nowMs() });
    else if (await noteFailure(db, { id, error: text, nowMs: clock.nowMs() })) throw error;
  }
}

/** Hands a mail to the mail server; false when there is none. Throws when the server does not take it. */
export async function trySending(options: MailQueueOptions, mail: Mail, name?: string): Promise<boolean> {
  const transport = transportOf(options);
  if (!transport) return false;
  // Servers without a mail server never need it.
  const { createTransport } = await import('nodemailer');
  await createTransport(transport).sendMail(messageOf(options, mail, name));
  return true;
}

// The server refuses this address or this mail. Refusing us (a wrong password, say) is not about the mail and may pass.
function isLasting(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

/** The mail server, and how to reach it: over TLS, unless it is on this machine or `?insecure=1` says that its network is trusted. */
export function transportOf({ settings, smtpUrl }: Pick<MailQueueOptions, 'settings' | 'smtpUrl'>) {
  const { smtp } = settings.current();
  if (!smtp.enabled) {
    if (smtpUrl === undefined) return undefined;
    const { hostname, searchParams } = new URL(smtpUrl);
    const requireTLS = !isLoopback(hostname) && searchParams.get('insecure') !== '1';
    return { url: smtpUrl, requireTLS, ...timeouts };
  }
  return {
    ...timeouts,
    host: smtp.host,
    port: smtp.port,
    // Otherwise the connection begins in the open and must be upgraded before anything is said.
    secure: smtp.tls,
    requireTLS: !isLoopback(smtp.host),
    ...(smtp.localName ? { name: smtp.localName } : {}),
    ...(smtp.authMethod ? { authMethod: smtp.authMethod } : {}),
    ...(smtp.username || smtp.password ? { auth: { user: smtp.username, pass: smtp.password } } : {}),
  };
}

function messageOf({ sender }: MailQueueOptions, mail: Mail, name: string | undefined): SendMailOptions {
  const from = mail.from ?? sender;
  const attachments = mail.attachments?.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content,
  }));
  return {
    from,
    to: { name: mail.to.name ?? '', address: mail.to.address },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // Keeps absence notes from being answered to us.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    ...(name ? { messageId: `<${name}@${from.address.split('@').at(-1)}>` } : {}),
    ...(attachments ? { attachments } : {}),
    ...(mail.invitation ? { icalEvent: { method: mail.invitation.method, content: mail.invitation.ics } } : {}),
  };
}
