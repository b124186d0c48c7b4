import { demoChance } from './demo-chance.ts';
import { addDays } from './demo-dates.ts';

type Ends = { insurance?: number; medical?: number };

/** Papers that end soon, in days from today: two that staff would have on their desk. */
const soon: Readonly<Record<string, Ends>> = { hassan: { insurance: 5 }, tiongwah: { medical: 19 } };
/** From this age on a medical certificate is part of the papers. */
const medicalAge = 70;
/** The other papers end somewhat after the licence. */
const laterDays = 20;

/** The last day of each paper of a demo instructor, seen from `today`. */
export function paperEndsOf(instructor: { key: string; age: number }, today: string): Readonly<Record<string, string>> {
  const licence = addDays(today, demoChance(`papers:${instructor.key}`).between(120, 340));
  const ends = soon[instructor.key] ?? {};
  const endOf = (days: number | undefined) => (days === undefined ? addDays(licence, laterDays) : addDays(today, days));
  const medical = instructor.age >= medicalAge ? { medical: endOf(ends.medical) } : {};
  return { licence, insurance: endOf(ends.insurance), ...medical };
}
