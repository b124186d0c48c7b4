import type { Queryable, Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { renderMail } from '../mail/render-template.ts';
import type { AuthCollection } from './auth-context.ts';
import { signToken } from './tokens.ts';

/** Queues the mail with the link that proves an account's address (wire contract, section 11.8), in the caller's transaction. */
export async function queueVerification(
  engine: Engine,
  db: Queryable,
  { collection, row }: { collection: AuthCollection; row: Row },
): Promise<void> {
  const token = signToken(engine, { kind: 'verification', collection, row, claims: { email: row.email } });
  const template = collection.auth.verificationTemplate;
  const values = { TOKEN: token };
  await engine.mail.queue(db, renderMail(engine, { template, collection, row, values, kind: 'link' }));
}
