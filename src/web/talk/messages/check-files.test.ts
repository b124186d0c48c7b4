import { expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

test('pictures and PDF files up to 8 MB go with a message, four at most', () => {
  expect(checkFiles([])).toBeUndefined();
  expect(checkFiles([file('a.png', 'image/png'), file('b.pdf', 'application/pdf', 8 * 1024 * 1024)])).toBeUndefined();
  expect(checkFiles([file('a.svg', 'image/svg+xml')])).toBe('a.svg is not a JPG, PNG, WebP or PDF file.');
  expect(checkFiles([file('a.png', 'image/png', 8 * 1024 * 1024 + 1)])).toBe('a.png is larger than 8 MB.');
  expect(checkFiles(Array.from({ length: 5 }, () => file('a.png', 'image/png')))).toBe(
    'At most 4 files go with a message.',
  );
});
