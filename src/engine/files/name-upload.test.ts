import { describe, expect, it } from 'vitest';
import type { Random } from '../random.ts';
import { nameUpload } from './name-upload.ts';

const random: Random = { text: (length) => 'r'.repeat(length) };
const tail = '_rrrrrrrrrr';

describe('nameUpload', () => {
  it.each([
    ['My Photo (1).png', `my_photo_1${tail}.png`],
    ['logFile2024.tar.gz', `log_file2024${tail}.tar.gz`],
    ['test.a.tar.gz', `test_a${tail}.tar.gz`],
    ['Report.PDF', `report${tail}.PDF`],
    ['a.txt', `arrrrrrrrrr${tail}.txt`],
    ['.hidden', `rrrrrrrrrr${tail}.hidden`],
    ['HTMLPage', `htmlpage${tail}.bin`],
    ['../../etc/passwd', `rrrrrrrrrr${tail}.etcpasswd`],
  ])('names %s safely', (original, stored) => {
    expect(nameUpload(original, '.bin', random)).toBe(stored);
  });

  it('cuts long names and long extensions', () => {
    const name = nameUpload(`${'a'.repeat(200)}.${'b'.repeat(40)}`, '', random);
    expect(name).toBe(`${'a'.repeat(100)}${tail}.${'b'.repeat(20)}`);
  });

  it('never lets a name leave its folder', () => {
    for (const hostile of ['../../etc/passwd', '..\\..\\x', 'a/b.png', '%2e%2e/', '\0.png', '..']) {
      expect(nameUpload(hostile, '', random)).toMatch(/^[\w.*\-+=#]+$/);
    }
  });
});
