import type { AuthCollection } from '#engine/auth/auth-context.ts';
import { signToken } from '#engine/auth/tokens.ts';
import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import { writeAuthMail } from './write-auth-mail.ts';

const invitationSeconds = 7 * 86_400;

/** The token by which somebody whose account was made for them chooses its first password, and so proves the address; good for seven days. */
export function invitationToken(engine: Engine, { collection, row }: { collection: AuthCollection; row: Row }): string {
  return signToken(engine, {
    kind: 'passwordReset',
    collection,
    row,
    claims: { email: row.email },
    durationSeconds: invitationSeconds,
  });
}

/** Queues the mail with the link to a first password, in the caller's transaction. It names nobody of the staff. */
export async function queueInvitation(
  engine: Engine,
  db: Queryable,
  { collection, row }: { collection: AuthCollection; row: Row },
): Promise<void> {
  const template = writeAuthMail('invitation', String(row.language ?? ''));
  const values = { TOKEN: invitationToken(engine, { collection, row }) };
  const mail = renderMail(engine, { template, collection, row, values, kind: 'link' });
  await engine.mail.queue(db, { ...mail, asker: 'staff' });
}
