import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, fromServer, personRule } from '../../platform/rights/field-rights.ts';

const askers = 'learner = @request.auth.id || fromInstructor.user = @request.auth.id';
// Who is left hears of it once it is done, unless they asked for it themselves.
const givers = `(fromInstructor.user = @request.auth.id && (askedBy = 'instructor' || status = 'done'))`;
const leaving = `learner = @request.auth.id || ${givers}`;
// Who takes over hears nothing of a learner before the learner agreed.
const parties = `${leaving} || (toInstructor.user = @request.auth.id && learnerAgreedAt != '')`;
const fixedInstructor = {
  type: 'relation',
  collection: 'instructors',
  required: true,
  cascadeDelete: true,
  ...fixed,
} as const;

/**
 * A learner goes on with another instructor. Asked for by the learner or by the instructor who hands over; each who is asked answers by a change of
 * `status` to `agreed` or `refused`, the learner before who takes over; who asked may set `withdrawn`. It is `done` once both agreed.
 */
export const handOversCollection = defineCollection({
  name: 'hand_overs',
  type: 'base',
  fields: {
    learner: { type: 'relation', collection: 'users', required: true, cascadeDelete: true, ...fixed },
    fromInstructor: fixedInstructor,
    toInstructor: fixedInstructor,
    askedBy: { type: 'select', values: ['learner', 'instructor'], ...fromServer },
    /** Who takes over has agreed to nothing with the learner yet (domain rule 30). */
    note: { type: 'text', contacts: 'hidden for good', max: 500, ...fixed },
    status: { type: 'select', values: ['waiting', 'agreed', 'refused', 'withdrawn', 'done'] },
    learnerAgreedAt: { type: 'date', ...fromServer },
    takerAgreedAt: { type: 'date', ...fromServer },
    doneAt: { type: 'date', ...fromServer },
    /** What came back of packages with the instructor who handed over. */
    refundCents: {
      type: 'number',
      onlyInt: true,
      min: 0,
      ...fromServer,
      seenBy: `${personRule} && (${leaving} || ${adminRule})`,
    },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: `${personRule} && (${parties} || ${adminRule})`,
    view: `${personRule} && (${parties} || ${adminRule})`,
    create: `${personRule} && (${askers})`,
    update: `${personRule} && (${parties})`,
    delete: null,
  },
});
