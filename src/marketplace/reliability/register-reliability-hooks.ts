import type { Engine } from '#engine/engine.ts';
import { judgeInstructor } from './judge-reliability.ts';

/** A pardon takes effect with the transaction that writes it. */
export function registerReliabilityHooks(engine: Engine): void {
  engine.hooks.on('reliability_pardons', {
    insideCreate: ({ tx, record }) => judgeInstructor(engine, tx, String(record.instructor)),
  });
}
