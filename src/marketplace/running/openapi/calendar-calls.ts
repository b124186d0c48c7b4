import {
  answer,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  query,
  refusals,
  required,
  signedIn,
  text,
  whole,
} from './schema.ts';

const addressAnswer = answer('Null before there is one.', object({ url: orNull(text), caldavUrl: orNull(text) }));
const readAddress: Operation = {
  operationId: 'readCalendarAddress',
  summary: 'The secret address at which calendar programs read one’s own lessons',
  tags: ['marketplace'],
  security: signedIn,
  responses: { 200: addressAnswer, ...refusals(401, 403) },
};
const renewAddress: Operation = {
  ...readAddress,
  operationId: 'renewCalendarAddress',
  summary: 'A new calendar address; the one before ends at once',
  responses: { 200: addressAnswer, ...refusals(401, 403, 429) },
};
const endAddress: Operation = {
  ...readAddress,
  operationId: 'endCalendarAddress',
  summary: 'Ends one’s calendar address',
  responses: { 204: { description: 'The address no longer works.' }, ...refusals(401, 403) },
};
const readOutside: Operation = {
  operationId: 'readOutsideCalendar',
  summary: 'Reads a calendar that an instructor keeps elsewhere now instead of when it is due',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The calendar’s id.')],
  responses: {
    204: { description: 'It is read soon; its record tells what came of it.' },
    ...refusals(401, 403, 404, 429),
  },
};
const feed: Operation = {
  operationId: 'readCalendar',
  summary: 'The lessons of an address’s owner, learned and taught, for a calendar program',
  tags: ['marketplace'],
  parameters: [inPath('token', 'What the address’s owner was given.')],
  responses: {
    200: { description: 'An iCalendar file.', content: { 'text/calendar': { schema: text } } },
    ...refusals(404, 429),
  },
};

const offered = object({ count: whole, first: orNull(instant), last: orNull(instant) });
const wholeFrom0 = { type: 'integer', minimum: 0 } as const;
const previewOffer: Operation = {
  operationId: 'previewOffer',
  summary:
    'What learners would be offered with other booking settings, lengths or areas, beside what they are offered now',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [
    required('instructor', text),
    query('slotStepMinutes', wholeFrom0),
    query('minNoticeMinutes', wholeFrom0),
    query('horizonDays', wholeFrom0),
    query('gapMinutes', wholeFrom0),
    query('maxLessonsPerDay', wholeFrom0),
    query('maxLessonsPerWeek', wholeFrom0),
    query('worksHolidays', { type: 'boolean' }),
    query('considersTravel', { type: 'boolean' }),
    query('durationMinutes', { type: 'integer', minimum: 5 }),
    query('areas', text),
  ],
  responses: {
    200: answer(
      'Lessons of the shortest length in the next 92 days.',
      object(
        {
          durationMinutes: orNull(whole),
          saved: offered,
          wanted: offered,
          areas: list(object({ area: text, saved: whole, wanted: whole })),
          waiting: object({ saved: whole, wanted: whole }),
        },
        ['waiting'],
      ),
    ),
    ...refusals(400, 401, 404),
  },
};

/** The calls about calendars: one's own at an address, and those kept elsewhere. */
export const calendarCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/preview-offer': previewOffer,
  'GET /api/marketplace/calendar-address': readAddress,
  'POST /api/marketplace/calendar-address': renewAddress,
  'DELETE /api/marketplace/calendar-address': endAddress,
  'GET /api/marketplace/calendar/:token.ics': feed,
  'POST /api/marketplace/outside-calendars/:id/read': readOutside,
};
