import { isLessonUid } from '../calendar/lesson-uid.ts';
import { type Component, type ContentLine, textOf } from './read-components.ts';

/** The lines that say when, and the parameters of them. */
const ofTimes = new Set([
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'EXRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'SEQUENCE', 'FREEBUSY'],
  ...['TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'X-WR-TIMEZONE'],
]);
const parametersOfTimes = ['TZID', 'VALUE', 'RANGE', 'FBTYPE'];
const partsOfTimes = new Set(['VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

/** A calendar as text with nothing in it but when: what is read later of a file that nobody can be asked for again. Names of events become numbers. */
export function writeTimes(calendar: Component, isBusy: (event: Component) => boolean): string {
  const numbers = new Map<string, number>();
  const numberOf = (uid: string) => {
    const number = numbers.get(uid) ?? numbers.size + 1;
    numbers.set(uid, number);
    return number;
  };
  const write = (component: Component): string[] => {
    const uid = textOf(component, 'UID');
    const isEvent = component.name === 'VEVENT';
    if (isEvent && isLessonUid(uid)) return [];
    return [
      `BEGIN:${component.name}`,
      ...(isEvent && uid !== '' ? [`UID:${numberOf(uid)}`] : []),
      ...(isEvent && !isBusy(component) ? ['TRANSP:TRANSPARENT'] : []),
      ...component.lines.filter(({ name }) => ofTimes.has(name)).map(writeLine),
      ...component.parts.filter(({ name }) => partsOfTimes.has(name)).flatMap(write),
      `END:${component.name}`,
    ];
  };
  return write(calendar).join('\r\n');
}

function writeLine({ name, parameters, value }: ContentLine): string {
  const kept = parametersOfTimes.flatMap((key) => {
    const said = parameters.get(key);
    return said === undefined ? [] : [`;${key}="${said}"`];
  });
  return `${name}${kept.join('')}:${value}`;
}
