import { invalidLink } from '#engine/auth/read-link-token.ts';
import type { Engine } from '#engine/engine.ts';
import { checkText, readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { findRow } from '#engine/records/record-store.ts';
import type { AccountChangeLinkAnswer } from '#wire/account.ts';
import { findByLink } from './account-changes.store.ts';
import { confirmBySystem } from './confirm-change.ts';
import { endBySystem } from './end-change.ts';
import { hashLink, mailboxDecides } from './mail-link.ts';

/**
 * `POST /api/marketplace/account-change-links {token, decision?}`: what staff ask to have changed of the account whose address was mailed the link, as
 * `{field, value, status}`; with `decision` it is confirmed (`confirm`) or refused (`refuse`). 400 at `token` for a link that was used or is over.
 */
export function changeLinkRoute(engine: Engine): Route<AccountChangeLinkAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/account-change-links',
    async handle(request) {
      const { token, decision } = await readTexts(request, ['token', 'decision']);
      refuseErrors({ token: checkText(token), decision: checkDecision(decision) });
      const change = await findByLink(engine.db, hashLink(token));
      const row = change && (await findRow(engine.db, engine.collections.get('users'), change.user));
      const isOver = !change || !row || change.expiresMs <= engine.clock.nowMs();
      // The account may have a factor of its own, or a role of staff, only since it was mailed.
      if (isOver || !(await mailboxDecides(engine.db, change, row)))
        throw badRequest('Invalid request.', { token: invalidLink });
      const { id, field, value } = change;
      const headers = { 'Cache-Control': 'private, no-store' };
      if (decision === '') return { status: 200, headers, body: { field, value, status: 'waiting' } };
      if (decision === 'confirm') await confirmBySystem(engine, { id, way: 'old_address' });
      else await endBySystem(engine, id, 'refused');
      return { status: 200, headers, body: { field, value, status: decision === 'confirm' ? 'done' : 'refused' } };
    },
  };
}

function checkDecision(decision: string) {
  if (['', 'confirm', 'refuse'].includes(decision)) return undefined;
  return { code: 'validation_in_invalid', message: 'Must be confirm or refuse.' };
}
