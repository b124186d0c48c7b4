import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let person: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
});
afterAll(() => app.close());

const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 18/1 0/1' }, IFD0: { Model: 'Secret Camera' } };

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function upload(bytes: Buffer | string, name: string) {
  const avatar = new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);
  const record = await person.collection('users').update(person.id, { avatar });
  const answer = await fetch(person.files.getURL(record, record.avatar));
  return { answer, stored: Buffer.from(await answer.arrayBuffer()) };
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s loses where and with what it was taken, and stands upright',
  async (format) => {
    const photo = await picture(40, 20).toFormat(format).withExif(place).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { stored } = await upload(Buffer.concat([photo, Buffer.from('hidden behind the end')]), `photo.${format}`);
    const { exif, xmp, icc, iptc, orientation, ...shape } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(shape).toMatchObject({ format, width: 20, height: 40 });
    expect(stored.includes('Secret Camera')).toBe(false);
    expect(stored.includes('hidden behind the end')).toBe(false);
  },
);

test('a moving GIF goes on moving', async () => {
  const frames = await Promise.all(
    ['#c33', '#3c3'].map((background) =>
      sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { stored } = await upload(moving, 'moving.gif');
  expect((await sharp(stored).metadata()).pages).toBe(2);
});

test('a picture of lines stays as it is and is only offered as a download', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>';
  const { answer, stored } = await upload(drawing, 'drawing.svg');
  expect(stored.toString()).toBe(drawing);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
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
  const refusalOfImage = async (bytes: Buffer) => refusalOf(upload(bytes, 'photo.png'));
  expect(await refusalOfImage(await claiming(60_000, 60_000))).toMatchObject({
    status: 400,
    data: { avatar: { code: 'validation_too_many_pixels' } },
  });
  const whole = await picture(40, 40).png().toBuffer();
  expect(await refusalOfImage(whole.subarray(0, 50))).toMatchObject({
    status: 400,
    data: { avatar: { code: 'validation_invalid_image' } },
  });
  expect((await person.collection('users').getOne(person.id)).avatar).toMatch(/svg$/);
});

test('photos and documents of instructors are cleaned too', () => {
  for (const [name, field] of [
    ['instructors', 'photo'],
    ['instructor_documents', 'file'],
  ] as const) {
    expect(app.app.engine.collections.get(name).cleanImages).toEqual([field]);
  }
});
