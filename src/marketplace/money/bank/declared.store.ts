import type { Queryable } from '#engine/database/database.ts';
import type { DeclaredPayment } from '#wire/bank.ts';

type Declared = Omit<DeclaredPayment, 'until'> & { untilMs: number };

/** Payments that are said to be paid to the operator's own account, those whose time is free again first first. */
export function listDeclared(db: Queryable): Promise<Declared[]> {
  return db.query<Declared>(
    `select p.id as payment, coalesce(nullif(p."chargedCents", 0), p."amountCents") as "amountCents", p."billReference", shown_name(u) as "learnerName",
       (extract(epoch from p."expiresAt") * 1000)::double precision as "untilMs"
     from payments p join users u on u.id = p.learner
     where p.provider = 'manual' and p.status = 'processing' and p."declaredAt" is not null order by p."expiresAt", p.id limit 200`,
  );
}
