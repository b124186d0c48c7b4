import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import { dayMs } from '#rules/time/durations.ts';
import { localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { BillingAnswer, Invoice, InvoicesAnswer } from '#wire/billing.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { policySentences } from '../../platform/policies/policy-sentences.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { localMonth } from '../../platform/reads/read-span.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { isDemoAddress } from '../demo/is-demo-address.ts';
import { sampleBilling } from '../demo/sample-billing.ts';
import { countUsage, findInvoices, type InvoiceSort, invoiceSorts } from './billing.store.ts';

export const invoiceStatuses = ['paid', 'pending', 'overdue'] as const satisfies ReadonlyArray<Invoice['status']>;
export const invoiceSortNames = Object.keys(invoiceSorts) as [InvoiceSort, ...InvoiceSort[]];

const feePolicy = 20;
const isPrivate = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/billing`: what the platform charges (its fee policy), and what it has used: calls of this month as far as the log
 * reaches back, and stored bytes. `sample` is the demonstration's plan, for its own admin alone (docs/decisions/open-questions.md). For admins and superusers.
 */
export function billingRoute(engine: Engine): Route<BillingAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/billing',
    async handle(request) {
      const auth = requireRight(request.auth, 'billing');
      const { db, clock, settings } = engine;
      const nowMs = clock.nowMs();
      const { maxDays } = settings.current().logs;
      const month = localMonth(platformZone, localDayOf(platformZone, nowMs));
      const callsSinceMs = Math.max(month.fromMs, nowMs - maxDays * dayMs);
      const [usage, policy] = await Promise.all([countUsage(db, callsSinceMs), findPolicyAt(db, nowMs)]);
      const body: BillingAnswer = {
        feeText: policySentences(policy.values)[feePolicy] ?? '',
        usage: { ...usage, callsSince: isoInstant(callsSinceMs) },
        sample: isDemoAdmin(auth) ? sampleBilling : null,
      };
      return { status: 200, headers: isPrivate, body };
    },
  };
}

/**
 * `GET /api/marketplace/invoices?q&status&sort&page&perPage`: the platform's fees by instructor and month, with the sum of all that were
 * found. For admins and superusers.
 */
export function invoicesRoute(engine: Engine): Route<InvoicesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/invoices',
    async handle({ auth, query }) {
      requireRight(auth, 'billing');
      const page = readPage(query);
      const { items, totalItems, totalCents } = await findInvoices(engine.db, {
        ...page,
        nowMs: engine.clock.nowMs(),
        q: (query.q ?? '').trim().slice(0, 200),
        status: readChoice(query, 'status', invoiceStatuses) ?? '',
        sort: readChoice(query, 'sort', invoiceSortNames) ?? '-date',
      });
      const shown = items.map(({ instructor, name, ...invoice }) => ({
        ...invoice,
        instructor: { id: instructor, name },
      }));
      const body: InvoicesAnswer = { ...pageEnvelope(page, shown, totalItems), totalCents };
      return { status: 200, headers: isPrivate, body };
    },
  };
}

function isDemoAdmin(auth: AuthRecord): boolean {
  return isDemoAddress(String(auth.row.email));
}
