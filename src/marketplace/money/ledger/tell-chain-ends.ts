import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { findAuditEnd } from '../../platform/audit/find-audit-faults.ts';
import { findBooksEnd } from './prove-ledger.ts';

/**
 * Writes where the chains of the audit trail and of the books end to the server's log, at the start and every hour. Nothing secret is in the chains:
 * whoever can write to the database past the server can make them anew, but not what has left the machine with its log.
 */
export function tellChainEnds(engine: Engine): Sweeper {
  return {
    name: 'tell-chain-ends',
    everyMs: 3_600_000,
    async run() {
      const [audit, books] = await Promise.all([findAuditEnd(engine.db), findBooksEnd(engine.db)]);
      engine.log.info({ audit, books }, 'Where the audit trail and the books end: keep it elsewhere.');
    },
  };
}
