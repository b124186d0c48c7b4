import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { dealWithUndelivered, listUndelivered, type UndeliveredMail } from '#engine/mail/undelivered-mails.ts';
import { profilePath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import type { UndeliveredAnswer } from '#wire/mails.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { findOwners } from './owners.store.ts';

type Deed = 'again' | 'told';

/**
 * `GET /api/marketplace/mails/undelivered`: mails that the mail server refused, or that were tried to the end, without their words: those that wait for
 * somebody, then those whose owner was told. `POST …/:id/again` sends one again, `POST …/:id/told` tells its owner in the product that the address does
 * not work. For those who manage accounts; 404 for a mail that is none of these.
 */
export function undeliveredRoutes(engine: Engine): Route[] {
  const deed = (as: Deed): Route<never> => ({
    method: 'POST',
    path: `/api/marketplace/mails/undelivered/:id/${as}`,
    async handle({ auth, params }) {
      const caller = requireRight(auth, 'users');
      await engine.db.transaction((tx) => dealWith(engine, tx, { caller, id: params.id ?? '', as }));
      return { status: 204 };
    },
  });
  return [
    {
      method: 'GET',
      path: '/api/marketplace/mails/undelivered',
      async handle({ auth }) {
        const staff = requireRight(auth, 'users');
        const [open, done] = await Promise.all([listUndelivered(engine, false), listUndelivered(engine, true)]);
        const owners = await findOwners(
          engine.db,
          [...open, ...done].map(({ to }) => to),
        );
        await noteShown(engine, staff, { users: owners.map(({ id }) => id) });
        const present = ({ createdMs, handledMs, ...mail }: UndeliveredMail) => ({
          ...mail,
          name: owners.find(({ address }) => address === mail.to.toLowerCase())?.name ?? '',
          isAccount: owners.some(({ address }) => address === mail.to.toLowerCase()),
          created: isoInstant(createdMs),
          handledAt: handledMs === null ? null : isoInstant(handledMs),
        });
        const body: UndeliveredAnswer = { open: open.map(present), done: done.map(present) };
        return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
      },
    } satisfies Route<UndeliveredAnswer>,
    deed('again'),
    deed('told'),
  ];
}

async function dealWith(
  engine: Engine,
  tx: Transaction,
  { caller, id, as }: { caller: AuthRecord; id: string; as: Deed },
): Promise<void> {
  if (!/^\d{1,9}$/.test(id)) throw notFound();
  if (as === 'again' && !engine.mail.leaves()) {
    throw new ApiError(409, 'No mail server is set up, so no mail leaves.', {});
  }
  const mail = await dealWithUndelivered(engine, tx, { id: Number(id), as, by: String(caller.row.name ?? '') });
  if (!mail) throw notFound();
  if (as === 'told') await tellOwner(engine, tx, mail);
  await writeAudit(tx, {
    auth: caller,
    nowMs: engine.clock.nowMs(),
    action: 'update',
    collection: '_mails',
    record: id,
    recordName: mail.subject,
    changes: [{ field: 'handledAs', from: '', to: as }],
    before: { handledAs: '' },
    after: { handledAs: as },
  });
}

// In the product alone: by mail they would not hear of it.
async function tellOwner(engine: Engine, tx: Transaction, { id, to }: UndeliveredMail): Promise<void> {
  const [owner] = await findOwners(tx, [to]);
  if (!owner) throw badRequest('No account has this address any more.');
  await notifyOnce(engine, tx, [
    {
      user: owner.id,
      type: 'security',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.addressFails, message: texts.mailsComeBack({ address: to }) };
      },
      link: profilePath,
      key: `mail-undelivered:${id}`,
      hasOwnMail: true,
    },
  ]);
}
