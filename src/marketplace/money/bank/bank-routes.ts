import type { Route } from '#engine/http/route.ts';
import type { Till } from '../payments/till.ts';
import { debitsRoute, decideDebitRoute } from './debit-routes.ts';
import { decideBankLineRoute, listCandidatesRoute } from './decide-bank-line.ts';
import { declaredRoute } from './declared-route.ts';
import { importBankLinesRoute, previewBankLinesRoute } from './import-bank-lines.ts';
import { toSendCountRoute, toSendRoute } from './to-send-route.ts';

/** The operator's own account: what came in on it, and what went out. */
export function bankRoutes(till: Till): Route[] {
  return [
    previewBankLinesRoute(till),
    importBankLinesRoute(till),
    listCandidatesRoute(till),
    decideBankLineRoute(till),
    debitsRoute(till),
    decideDebitRoute(till),
    declaredRoute(till),
    toSendRoute(till),
    toSendCountRoute(till),
  ];
}
