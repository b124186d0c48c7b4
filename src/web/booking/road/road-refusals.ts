import { lessonsBeforeSimulator, type RoadFacts } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/road.ts';
import { fieldCodeFor, fieldMessageFor } from '../../platform/session/message-for.ts';

/** Our words for what the server refuses, by field and code or by the code alone. */
const sentences: Readonly<Record<string, string>> = {
  'testCentre validation_required': texts.chooseTheTestCentre,
  'testOn validation_required': texts.sayWhenTheTestIs,
  'licensedOn before_test': texts.beforeYouPassedTheTest,
  validation_invalid_value: texts.enterADate,
  validation_invalid_format: texts.enterADate,
  validation_required: texts.sayWhenYouPassed,
  in_future: texts.stillToCome,
  too_far: texts.moreThanTwoYearsAway,
  before_pass: texts.beforeYouPassed,
  before_basic_theory: texts.finalAfterBasicTheory,
  simulator_locked: texts.simulatorOpensAfter({ lessons: lessonsBeforeSimulator }),
  after_test: texts.afterTheTest,
  before_test: texts.beforeTheTest,
  needs_test: texts.licenceAfterTest,
};

/** What to say at a field of a step whose saving was refused; the server's own words where we have none, undefined when nothing is wrong there. */
export function roadMessageFor(error: unknown, field: keyof RoadFacts): string | undefined {
  const code = fieldCodeFor(error, field);
  return code === undefined
    ? undefined
    : (sentences[`${field} ${code}`] ?? sentences[code] ?? fieldMessageFor(error, field));
}
