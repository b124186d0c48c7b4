import type { Engine } from '#engine/engine.ts';
import { sealWaiting } from './ledger-chain.store.ts';

const atOnce = 1000;

/** Adds every transaction that waits to the ledger's chain. What was posted a moment ago is covered by the next run. */
export async function sealLedger({ db }: Pick<Engine, 'db'>): Promise<void> {
  while ((await sealWaiting(db, atOnce)) === atOnce);
}
