import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { NoBackup } from '#engine/backups/judge-parts.ts';
import { openBackup } from '#engine/backups/read-backup.ts';
import { nameUpload } from '#engine/files/name-upload.ts';
import { sniffType } from '#engine/files/sniff-type.ts';
import { systemRandom } from '#engine/random.ts';
import type { LessonFacts } from '#marketplace/teaching/calendar/find-lesson-facts.ts';
import { writeLessonIcs } from '#marketplace/teaching/calendar/write-lesson-ics.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { runs } from '#support/runs.ts';
import { tears, torn } from './tear.ts';

const often = runs(200);
const timeout = 3_600_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bytes = fc.uint8Array({ maxLength: 400 }).map((list) => Buffer.from(list));
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom('\r\nATTENDEE:x', 'a\nb;c,d\\e', '"', '\0'),
);

describe('what comes as a file', () => {
  test('is of some type, whatever its bytes are', { timeout }, () => {
    const heads = fc.constantFrom('%PDF-', '<svg', '<?xml', 'PK\u0003\u0004', 'RIFF', '\u0089PNG\r\n', 'GIF89a', '{');
    fc.assert(
      fc.property(fc.tuple(heads, bytes, tears), ([head, rest, changes]) => {
        expect(sniffType(torn(Buffer.concat([Buffer.from(head, 'latin1'), rest]), changes)).type).toMatch(
          /^[\w.+-]+\/[\w.+-]+/,
        );
      }),
      often,
    );
  });

  test('gets a name that is no path and holds nothing but letters, digits and its ending', { timeout }, () => {
    const names = fc.oneof(words, fc.constantFrom('../../etc/passwd', 'a/b\\c.png', '.htaccess', 'con', 'x.png\0.php'));
    fc.assert(
      fc.property(names, fc.constantFrom('.png', '', '.pdf'), (name, detected) => {
        expect(nameUpload(name, detected, systemRandom)).toMatch(/^[\w-]+(?:\.[\w.-]+)?$/);
      }),
      often,
    );
  });

  test('is a backup, or is said to be none: a zip however torn', { timeout }, async () => {
    const zip = new yazl.ZipFile();
    for (const name of ['manifest.json', 'tables/users.jsonl', 'files/a.txt'])
      zip.addBuffer(Buffer.from('{"a":1}'), name);
    zip.end();
    const whole = await buffer(zip.outputStream);
    const path = join(folder, 'torn.zip');
    await fc.assert(
      fc.asyncProperty(tears, async (changes) => {
        await writeFile(path, torn(whole, changes));
        const outcome = await openBackup(path).then(
          async (backup) => {
            await backup.close();
            return 'opened';
          },
          (error: unknown) => error,
        );
        expect(outcome === 'opened' || outcome instanceof NoBackup, String(outcome)).toBe(true);
      }),
      often,
    );
  });
});

test('a calendar file has the lines it should have, whatever people wrote into the lesson', { timeout }, () => {
  const fields = fc.record({
    learnerName: words,
    instructorName: words,
    note: words,
    pickup: words,
    vehicleModel: words,
  });
  fc.assert(
    fc.property(fields, fc.constantFrom('learner' as const, 'instructor' as const), (given, side) => {
      const ics = writeLessonIcs({
        lesson: { ...plain, ...given },
        side,
        method: 'REQUEST',
        sequence: 1,
        nowMs: plain.startMs,
        publicUrl: 'https://kerbside.example',
        organizer: { name: 'Kerbside', email: 'hello@kerbside.example' },
      });
      const lines = ics.split('\r\n');
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const names = ics
        .replace(/\r\n[ \t]/g, '')
        .split('\r\n')
        .map((line) => line.split(/[:;]/)[0] ?? '');
      expect(names.filter((name) => name === 'ATTENDEE')).toHaveLength(1);
      expect(names.filter((name) => name !== '' && !known.has(name))).toEqual([]);
    }),
    often,
  );
});

const known = new Set(
  'BEGIN END VERSION PRODID METHOD UID SEQUENCE DTSTAMP DTSTART DTEND SUMMARY LOCATION DESCRIPTION URL STATUS ORGANIZER ATTENDEE ACTION TRIGGER NAME X-WR-CALNAME'.split(
    ' ',
  ),
);
const startMs = Date.parse('2026-12-05T02:00:00Z');
const plain: LessonFacts = {
  id: 'lesson000000001',
  status: 'confirmed',
  sequence: 1,
  startMs,
  endMs: startMs + 3_600_000,
  updatedMs: startMs,
  contactsUntilMs: null,
  requestExpiresMs: null,
  durationMinutes: 60,
  pickup: '',
  postalCode: '460204',
  note: '',
  priceCents: 6600,
  lines: [],
  cancellationHours: 24,
  policy: firstPolicyValues,
  startCode: '1234',
  instructor: 'instructor00001',
  instructorName: 'Ravi',
  instructorUser: 'teacher00000001',
  instructorEmail: 'ravi@kerbside.example',
  instructorPhone: '',
  instructorLanguage: 'en',
  licenceClass: '',
  vehiclePlate: 'SKB 1',
  vehicleModel: '',
  timezone: 'Asia/Singapore',
  learner: 'learner00000001',
  learnerName: 'Mei',
  learnerEmail: 'mei@kerbside.example',
  learnerPhone: '',
  learnerLanguage: 'en',
};
