import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { updateInstructorRating } from './update-instructor-rating.ts';

/** Keeps each instructor's rating equal to the published reviews, in the transaction that writes, changes or removes one. */
export function registerReviewHooks(engine: Engine): void {
  const recount = async ({ tx, record, original }: InsideEvent) => {
    const instructors = new Set([record.instructor, original?.instructor].filter((id) => typeof id === 'string'));
    for (const instructor of [...instructors].sort()) {
      await updateInstructorRating(tx, instructor, engine.clock.nowMs());
    }
  };
  engine.hooks.on('reviews', { insideCreate: recount, insideUpdate: recount, insideDelete: recount });
}
