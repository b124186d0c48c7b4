import { expect, test } from 'vitest';
import { fileUrl } from './file-url.ts';

const record = { id: 'person000000001', collectionName: 'users' };

test('[256] the address of a picture is made of collection, record and file name', () => {
  expect(fileUrl(record, 'face_1.png')).toBe('/api/files/users/person000000001/face_1.png');
  expect(fileUrl(record, 'a b.png', '100x100')).toBe('/api/files/users/person000000001/a%20b.png?thumb=100x100');
});

test('a record without a picture has no address for it', () => {
  expect(fileUrl(record, '')).toBeUndefined();
  expect(fileUrl(record, undefined)).toBeUndefined();
});
