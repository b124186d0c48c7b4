import type { Engine } from '#engine/engine.ts';
import { registerReviewJudging } from './judge-reviews.ts';
import { registerReviewWriting } from './write-review.ts';

/** Hangs on reviews what is written, answered, reported and decided; an instructor's rating equals the published ones at any time. */
export function registerReviewHooks(engine: Engine): void {
  registerReviewWriting(engine);
  registerReviewJudging(engine);
}
