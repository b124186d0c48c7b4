import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { type Decision, listProvedKinds, type StandingPaper } from './joining.store.ts';
import type { Check } from './read-checks.ts';

/** The check whose end is the day on which an instructor has to stop (rule 19). */
const ageCheck = 'age';
/** What is seen on a paper and on nothing else. */
const kindsOnPaper: readonly string[] = ['licence', 'vehicle', 'insurance', 'medical'];

/** Whether a check says until when something holds. */
const isDated = ({ expiresOn }: Check) => expiresOn !== '';

/**
 * The first local date on which something that was checked, or an accepted paper that no check names a date of, no longer holds: it closes the calendar
 * (rule 28). 400 at `checks`: `missing` without the licence's, `expired` where something has ended, the 75th birthday too.
 */
export function earliestExpiry(
  engine: Engine,
  { checks, papers = [] }: { checks: readonly Check[]; papers?: readonly StandingPaper[] },
): string {
  const dated = checks.filter(isDated);
  if (!dated.some(({ kind }) => kind === 'licence')) {
    throw refuseCreate('checks', 'missing', 'Say until when the licence holds: nobody is listed without.');
  }
  const today = dateText(localDayOf(platformZone, engine.clock.nowMs()));
  if (dated.some(({ kind, expiresOn }) => kind === ageCheck && expiresOn <= today)) {
    throw refuseCreate('checks', 'expired', 'The 75th birthday has passed: nobody teaches after it.');
  }
  const others = papers.filter((paper) => paper.expiresOn !== '' && !dated.some(({ kind }) => kind === paper.kind));
  const [earliest = ''] = [...dated.filter(({ kind }) => kind !== ageCheck), ...others]
    .map(({ expiresOn }) => expiresOn)
    .sort();
  if (earliest < today) throw refuseCreate('checks', 'expired', 'Something that was checked is expired.');
  return earliest;
}

/** The day on which an instructor has to stop, as it was read from the papers now. */
export function retirementOf(checks: readonly Check[]): Pick<Decision, 'retiresOn'> {
  const retiresOn = checks.find(({ kind }) => kind === ageCheck)?.expiresOn;
  return retiresOn ? { retiresOn } : {};
}

/**
 * Refuses a decision from the desk, which names the papers that lay there, that says of a paper that it was seen while nobody sent one, or that lists
 * somebody without the day of their 75th birthday: 400 at `checks`, `no_paper` or `age_missing`.
 */
export async function refuseUnproved(
  tx: Queryable,
  { record, before, checks }: { record: { id?: unknown }; before: Row; checks: readonly Check[] },
): Promise<void> {
  const proved = await listProvedKinds(tx, { instructor: String(before.id), except: String(record.id) });
  const unproved = checks.find(({ kind }) => kindsOnPaper.includes(kind) && !proved.includes(kind));
  if (unproved)
    throw refuseCreate('checks', 'no_paper', `No paper was sent that shows this: ${unproved.kind}. Ask for it first.`);
  if (!before.retiresOn && !retirementOf(checks).retiresOn) {
    throw refuseCreate(
      'checks',
      'age_missing',
      'Say on which day they turn 75: nobody is listed without, and nothing is sold after it.',
    );
  }
}
