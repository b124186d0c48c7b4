import { defineCollection } from '#engine/collections/define-collection.ts';
import { testCentres } from '#rules/licence/licence-road.ts';
import { adminRule, fixed, fromServer, personRule } from '../../platform/rights/field-rights.ts';

const own = `(${personRule} && user = @request.auth.id)`;
const read = `${own} || ${adminRule}`;
const day = { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;

/** What a learner says about the road to a licence (domain a2): one record a person, local dates. No number of any licence is kept. */
export const licenceRoadsCollection = defineCollection({
  name: 'licence_roads',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true, cascadeDelete: true, ...fixed },
    enrolledOn: day,
    basicTheoryOn: day,
    basicTheoryExpiresOn: day,
    pdlExpiresOn: day,
    lessonsElsewhere: { type: 'number', onlyInt: true, min: 0, max: 200 },
    finalTheoryOn: day,
    finalTheoryExpiresOn: day,
    simulatorOn: day,
    testCentre: { type: 'select', values: [...testCentres] },
    testBookedOn: day,
    testOn: day,
    testPassedOn: day,
    licensedOn: day,
    /** That they are old enough for a provisional licence (rule 29); when they said so, and under which version of the terms, the server writes down. */
    isAdult: { type: 'bool' },
    adultSaidAt: { type: 'date', ...fromServer },
    adultTermsVersion: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: read,
    view: read,
    create: own,
    update: own,
    delete: null,
  },
});
