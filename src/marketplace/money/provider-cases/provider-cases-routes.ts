import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, notFound } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import type { ProviderCasesAnswer } from '#wire/provider-cases.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { countOpenCases, findCase, listOpenCases, listSettledCases, settleCase } from './provider-cases.store.ts';

/**
 * `GET /api/marketplace/provider-cases`: what the payment provider told that a person has to settle, and what was settled last.
 * `POST /api/marketplace/provider-cases/:id/settle {note}`: says what was done about one; 204. For admins and finance; 404 for an unknown one, 409
 * `not_open` where somebody settled it before, 400 `own_case` for one of one's own money.
 */
export function providerCasesRoutes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/marketplace/provider-cases',
      async handle({ auth }) {
        requireRight(auth, 'payments');
        const [open, { count }, settled] = await Promise.all([
          listOpenCases(engine.db),
          countOpenCases(engine.db),
          listSettledCases(engine.db),
        ]);
        const body: ProviderCasesAnswer = {
          open: open.map(({ dueMs, createdMs, ...one }) => ({
            ...one,
            dueAt: isoInstant(dueMs),
            created: isoInstant(createdMs),
          })),
          openCount: count,
          settled: settled.map(({ settledMs, createdMs, ...one }) => ({
            ...one,
            settledAt: isoInstant(settledMs),
            created: isoInstant(createdMs),
          })),
        };
        return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
      },
    } satisfies Route<ProviderCasesAnswer>,
    {
      method: 'POST',
      path: '/api/marketplace/provider-cases/:id/settle',
      async handle(request) {
        const auth = requireRight(request.auth, 'payments');
        const id = request.params.id ?? '';
        const found = await findCase(engine.db, id);
        if (!found) throw notFound();
        const note = readNote((await request.body()).fields.note);
        const { payee, created: begun } = found;
        await requireImpartial(
          engine.db,
          { auth, system: false },
          {
            ...{ parties: [payee], begun, about: 'money', right: 'payments', field: 'case' },
            refusal: 'Invalid request.',
          },
        );
        await engine.db.transaction((tx) => settle(engine, tx, { auth, id, note, reference: found.reference }));
        return { status: 204 };
      },
    } satisfies Route<never>,
  ];
}

function readNote(value: unknown): string {
  const note = typeof value === 'string' ? value.trim() : '';
  const refuse = (code: string, message: string) => badRequest('Invalid request.', { note: { code, message } });
  if (note === '') throw refuse('validation_required', 'Cannot be blank.');
  if (note.length > 500) throw refuse('validation_length_out_of_range', 'At most 500 characters.');
  return note;
}

type Settling = { auth: AuthRecord; id: string; note: string; reference: string };

async function settle(engine: Engine, tx: Transaction, { auth, id, note, reference }: Settling): Promise<void> {
  const nowMs = engine.clock.nowMs();
  if (!(await settleCase(tx, id, { note, by: auth.id, nowMs }))) {
    const message = 'Somebody settled this before.';
    throw new ApiError(409, message, { status: { code: 'not_open', message } });
  }
  await writeAudit(tx, {
    auth,
    nowMs,
    action: 'update',
    collection: 'provider_cases',
    record: id,
    recordName: reference,
    changes: [{ field: 'status', from: 'open', to: 'settled' }],
    after: { note },
  });
}
