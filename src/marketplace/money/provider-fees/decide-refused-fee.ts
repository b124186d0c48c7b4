import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { askForFeeAgain, findFeeReference, leaveFee } from './provider-fees.store.ts';

type Deed = 'again' | 'leave';
const statusAfter = { again: 'due', leave: 'left' } as const;

/**
 * `POST /api/marketplace/provider-fees/:id/again`: a fee that was not booked is asked for again, for as long as at first. `POST …/:id/leave`: it stays out
 * of the books and is listed no more. For admins and finance; 404 for an unknown one, 409 `not_refused` where somebody decided before.
 */
export function refusedFeeRoutes(engine: Engine): Route<never>[] {
  const deed = (as: Deed): Route<never> => ({
    method: 'POST',
    path: `/api/marketplace/provider-fees/:id/${as}`,
    async handle({ auth, params }) {
      const caller = requireRight(auth, 'payments');
      await engine.db.transaction((tx) => decide(engine, tx, { caller, id: params.id ?? '', as }));
      return { status: 204 };
    },
  });
  return [deed('again'), deed('leave')];
}

type Decision = { caller: AuthRecord; id: string; as: Deed };

async function decide(engine: Engine, tx: Transaction, { caller, id, as }: Decision): Promise<void> {
  const reference = await findFeeReference(tx, id);
  if (reference === undefined) throw notFound();
  const nowMs = engine.clock.nowMs();
  const isDone = await (as === 'again' ? askForFeeAgain(tx, id, nowMs) : leaveFee(tx, id, { by: caller.id, nowMs }));
  if (!isDone) {
    const message = 'Somebody decided about this fee before.';
    throw new ApiError(409, message, { status: { code: 'not_refused', message } });
  }
  await writeAudit(tx, {
    auth: caller,
    nowMs,
    action: 'update',
    collection: 'provider_fees',
    record: id,
    recordName: reference,
    changes: [{ field: 'status', from: 'refused', to: statusAfter[as] }],
  });
}
