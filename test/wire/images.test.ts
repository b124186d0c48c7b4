import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let person: Awaited<ReturnType<typeof makePerson>>;
let instructor: Teacher;

beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
  instructor = await makeInstructor(app);
});
afterAll(() => app.close());

const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 18/1 0/1' }, IFD0: { Model: 'Secret Camera' } };

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

/** Puts a picture on a record and reads it as a visitor would. */
async function upload(of: 'users.avatar' | 'instructors.photo', bytes: Buffer | string, name: string) {
  const [collection = '', field = ''] = of.split('.');
  const owner = collection === 'users' ? person : instructor;
  const picture = new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);
  const record = await app.root.collection(collection).update(owner.id, { [field]: picture });
  const answer = await fetch(app.root.files.getURL(record, record[field]));
  return { name: String(record[field]), answer, stored: Buffer.from(await answer.arrayBuffer()) };
}

test.each([
  ['jpeg', 'users.avatar'],
  ['png', 'users.avatar'],
  ['webp', 'instructors.photo'],
] as const)('a %s in %s loses where and with what it was taken, and stands upright', async (format, of) => {
  const photo = await picture(40, 20).toFormat(format).withExif(place).withMetadata({ orientation: 6 }).toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const { stored } = await upload(of, Buffer.concat([photo, Buffer.from('hidden behind the end')]), `photo.${format}`);
  const { exif, xmp, icc, iptc, orientation, ...shape } = await sharp(stored).metadata();
  expect({ exif, xmp, iptc, orientation }).toEqual({});
  expect(shape).toMatchObject({ format, width: 20, height: 40 });
  expect(stored.includes('Secret Camera')).toBe(false);
  expect(stored.includes('hidden behind the end')).toBe(false);
});

test('[25.6] a picture is stored under a name of ours: what was typed into its own reaches nobody', async () => {
  const bytes = await picture(20, 20).png().toBuffer();
  const named = /^(?:avatar|photo)_[a-z0-9]{10}\.png$/;
  for (const of of ['users.avatar', 'instructors.photo'] as const) {
    expect((await upload(of, bytes, 'ring 9123 4567 or ig_johntan.91234567.png')).name).toMatch(named);
  }
});

test('a picture of lines, which can hold scripts, is no photo, whatever its name says', async () => {
  for (const name of ['drawing.svg', 'drawing.png']) {
    expect(await refusalOf(upload('instructors.photo', drawing, name))).toMatchObject({
      status: 400,
      data: { photo: { code: 'validation_invalid_mime_type' } },
    });
  }
});

test('[221] an avatar is a JPEG or a PNG by what it holds, whatever its name says', async () => {
  const before = (await person.collection('users').getOne(person.id)).avatar;
  const others = [await picture(4, 4).gif().toBuffer(), await picture(4, 4).webp().toBuffer(), drawing];
  for (const bytes of others) {
    expect(await refusalOf(upload('users.avatar', bytes, 'photo.png'))).toMatchObject({
      status: 400,
      data: { avatar: { code: 'validation_invalid_mime_type' } },
    });
  }
  expect((await person.collection('users').getOne(person.id)).avatar).toBe(before);
});

/** A PNG whose header claims another size than its pixels have. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(1, 1).png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test('an image that would fill the memory is refused at its field, and so is one that is broken', async () => {
  const before = (await person.collection('users').getOne(person.id)).avatar;
  const refusalOfImage = async (bytes: Buffer) => refusalOf(upload('users.avatar', bytes, 'photo.png'));
  expect(await refusalOfImage(await claiming(60_000, 60_000))).toMatchObject({
    status: 400,
    data: { avatar: { code: 'validation_too_many_pixels' } },
  });
  const whole = await picture(40, 40).png().toBuffer();
  expect(await refusalOfImage(whole.subarray(0, 50))).toMatchObject({
    status: 400,
    data: { avatar: { code: 'validation_invalid_image' } },
  });
  expect((await person.collection('users').getOne(person.id)).avatar).toBe(before);
});

test('photos and documents of instructors are cleaned too, and what is attached to messages', () => {
  for (const [name, fields] of [
    ['instructors', ['photo', 'carPhoto']],
    ['instructor_changes', ['photo', 'carPhoto']],
    ['instructor_documents', ['file']],
    ['messages', ['attachments']],
    ['support_messages', ['attachments']],
  ] as const) {
    expect(app.app.engine.collections.get(name).cleanImages).toEqual(fields);
  }
});
