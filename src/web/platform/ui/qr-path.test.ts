import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('neighbouring dark modules are drawn as one', () => {
  expect(qrPath({ size: 3, data: [1, 1, 0, 0, 0, 0, 1, 0, 1] })).toBe('M0 0h2v1h-2zM0 2h1v1h-1zM2 2h1v1h-1z');
});

test('the drawn area is exactly the dark modules of a real symbol', () => {
  const { modules } = create('00020101021226', { errorCorrectionLevel: 'M' });
  const drawn = [...qrPath(modules).matchAll(/h(\d+)v1/g)].reduce((sum, [, width]) => sum + Number(width), 0);
  expect(drawn).toBe([...modules.data].filter(Boolean).length);
});
