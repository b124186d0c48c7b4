/** The minutes, hours, days, months and weekdays (0 is Sunday) at which a cron expression is due; all must hold, in UTC. */
export type CronSchedule = {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
};

export type CronResult = { ok: true; schedule: CronSchedule } | { ok: false; message: string };

const macros = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

class CronError extends Error {}

/** Reads a cron expression of five fields or a macro (wire contract, section 18), or says what is wrong with it. */
export function parseCron(expression: string): CronResult {
  const segments = (macros.get(expression) ?? expression).split(' ');
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = segments;
  try {
    if (segments.length !== 5) {
      const message = 'Invalid cron expression - must be a valid macro or to have exactly 5 space separated segments.';
      throw new CronError(message);
    }
    const schedule = {
      minutes: parseSegment(minutes, 0, 59),
      hours: parseSegment(hours, 0, 23),
      days: parseSegment(days, 1, 31),
      months: parseSegment(months, 1, 12),
      weekdays: parseSegment(weekdays, 0, 6),
    };
    return { ok: true, schedule };
  } catch (error) {
    if (error instanceof CronError) return { ok: false, message: error.message };
    throw error;
  }
}

/** The numbers that a list such as `1,5-10,20-30/5` names. */
function parseSegment(segment: string, min: number, max: number): Set<number> {
  const slots = new Set<number>();
  for (const part of segment.split(',')) {
    const [range = '', stepText, ...more] = part.split('/');
    if (more.length > 0) throw new CronError('Invalid segment step format - must be in the format */n or 1-30/n.');
    const step = stepText === undefined ? 1 : parseStep(stepText, max);
    const [first, last] = range === '*' ? [min, max] : parseRange(range, { min, max, step });
    for (let slot = first; slot <= last; slot += step) slots.add(slot);
  }
  return slots;
}

function parseStep(text: string, max: number): number {
  const step = parseNumber(text);
  if (step < 1 || step > max) {
    throw new CronError(`Invalid segment step boundary - the step must be between 1 and the ${max}.`);
  }
  return step;
}

type Bounds = { min: number; max: number; step: number };

function parseRange(text: string, { min, max, step }: Bounds): [first: number, last: number] {
  const [from = '', to, ...more] = text.split('-');
  if (more.length > 0) throw new CronError('Invalid segment range format - the range must have 1 or 2 parts.');
  const first = to === undefined ? parseOnly(from, { min, max, step }) : parseNumber(from);
  if (first < min || first > max) {
    throw new CronError(`Invalid segment range minimum - must be between ${min} and ${max}.`);
  }
  const last = to === undefined ? first : parseNumber(to);
  if (last < first || last > max) {
    throw new CronError(`Invalid segment range maximum - must be between ${first} and ${max}.`);
  }
  return [first, last];
}

function parseOnly(text: string, { min, max, step }: Bounds): number {
  if (step !== 1) {
    throw new CronError('Invalid segment step - step > 1 could be used only with the wildcard or range format.');
  }
  const slot = parseNumber(text);
  if (slot < min || slot > max) {
    throw new CronError('Invalid segment value - must be between the min and max of the segment.');
  }
  return slot;
}

function parseNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new CronError(`Strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax.`);
  return Number(text);
}
