import type { Route } from '#engine/http/route.ts';
import type { Till } from '../payments/till.ts';
import { decideBankLineRoute, listCandidatesRoute } from './decide-bank-line.ts';
import { importBankLinesRoute, previewBankLinesRoute } from './import-bank-lines.ts';
import { payoutSentRoute, refundSentRoute } from './paid-by-hand.ts';

/** The operator's own account: what came in on it, and what people send from it. */
export function bankRoutes(till: Till): Route[] {
  return [
    previewBankLinesRoute(till),
    importBankLinesRoute(till),
    listCandidatesRoute(till),
    decideBankLineRoute(till),
    refundSentRoute(till.engine),
    payoutSentRoute(till.engine),
  ];
}
