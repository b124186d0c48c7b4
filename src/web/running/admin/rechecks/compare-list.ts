import { csvRows } from '../csv-rows.ts';
import { plainName } from '../plain-name.ts';

/** One line of the Police's list: a name, and until when the licence holds where the list says so. */
export type ListedLine = { name: string; validUntil: string };

/** An instructor of ours who is compared. */
export type Compared = { id: string; name: string };

export type Comparison<Instructor extends Compared> = {
  instructor: Instructor;
  outcome: 'found' | 'missing' | 'name_differs' | 'expired';
  /** As the list has them; empty where they are not on it. */
  listed: ListedLine | undefined;
};

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Lines of `name` or `name, YYYY-MM-DD` (commas, semicolons or tabs; cells may be quoted; a first line of headings is passed over), and those that are none. */
export function readList(text: string): { lines: ListedLine[]; wrong: string[] } {
  const lines: ListedLine[] = [];
  const wrong: string[] = [];
  for (const { line, cells } of csvRows(text)) {
    if (cells === undefined) {
      wrong.push(text.split(/\r?\n/)[line - 1] ?? '');
      continue;
    }
    const [name = '', validUntil = ''] = cells;
    const isHeading = line === 1 && /^(?:full )?name$/i.test(name);
    if (isHeading) continue;
    const isLine = cells.length <= 2 && plainName(name) !== '' && (validUntil === '' || day.test(validUntil));
    if (isLine) lines.push({ name, validUntil });
    else wrong.push(cells.join(', '));
  }
  return { lines, wrong };
}

/**
 * What the list says of each instructor on a day: found, found but expired, there under another spelling (the same words in another order, or one
 * name within the other; also where several of ours have one name and the list has fewer), or not there.
 */
export function compareWithList<Instructor extends Compared>(
  instructors: readonly Instructor[],
  lines: readonly ListedLine[],
  today: string,
): Comparison<Instructor>[] {
  const byName = Map.groupBy(lines, ({ name }) => plainName(name));
  const ours = Map.groupBy(instructors, ({ name }) => plainName(name));
  return instructors.map((instructor) => {
    const plain = plainName(instructor.name);
    const same = byName.get(plain) ?? [];
    const [listed] = same;
    if (listed && same.length < (ours.get(plain)?.length ?? 0)) return { instructor, outcome: 'name_differs', listed };
    if (listed) {
      const isExpired = listed.validUntil !== '' && listed.validUntil < today;
      return { instructor, outcome: isExpired ? 'expired' : 'found', listed };
    }
    const near = lines.find(({ name }) => isNear(plain, plainName(name)));
    return { instructor, outcome: near ? 'name_differs' : 'missing', listed: near };
  });
}

function isNear(one: string, other: string): boolean {
  const [some, more] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  // A single word in common is no sign of the same person.
  return some !== undefined && more !== undefined && some.length > 1 && some.every((word) => more.includes(word));
}
