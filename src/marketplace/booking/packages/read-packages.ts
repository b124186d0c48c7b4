import type { Queryable } from '#engine/database/database.ts';
import type { OwnPackage } from '#wire/credit.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { weighEnd } from './end-package.ts';
import { listActive } from './packages.store.ts';

/** The packages in use of a learner, the one that ends first on top. */
export async function readPackages(db: Queryable, learner: string, nowMs: number): Promise<OwnPackage[]> {
  const rows = await listActive(db, learner, nowMs);
  return Promise.all(
    rows.map(async (row) => {
      const { values: policy } = await findPolicyOf(db, Number(row.policyVersion));
      const end = weighEnd(row, { isExpired: false, instructorStatus: String(row._instructorStatus), nowMs, policy });
      return {
        id: String(row.id),
        instructor: String(row.instructor),
        instructorName: String(row._instructorName),
        minutes: Number(row.minutes),
        minutesLeft: Number(row.minutesLeft),
        priceCents: Number(row.priceCents),
        heldCents: Number(row._heldCents),
        refundCents: end.refundCents,
        refundTo: row._comesAsCredit ? ('credit' as const) : ('source' as const),
        boughtAt: row.boughtAt instanceof Date ? isoInstant(row.boughtAt.getTime()) : '',
        expiresOn: String(row.expiresOn),
      };
    }),
  );
}
