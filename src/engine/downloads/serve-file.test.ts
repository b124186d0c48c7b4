import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
  const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
  await server.root.collections.create({
    name: 'docs',
    type: 'base',
    ...rules,
    fields: [
      { name: 'picture', type: 'file', maxSelect: 1, mimeTypes: ['image/png'], maxSize: 20_000, thumbs: ['20x0'] },
      { name: 'many', type: 'file', maxSelect: 3 },
    ],
  });
  await server.root.collections.create({ name: 'readers', type: 'auth', createRule: '' });
  await server.root.collections.create({
    name: 'papers',
    type: 'base',
    createRule: '',
    viewRule: "@request.auth.collectionName = 'readers'",
    fields: [{ name: 'scan', type: 'file', maxSelect: 1, protected: true }],
  });
});
afterAll(() => server.close());

async function png(width: number, height: number): Promise<File> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'My Picture.png', { type: 'image/png' });
}

function text(content: string, name: string): File {
  return new File([content], name, { type: 'image/png' });
}

describe('what a client says of a file', () => {
  it('its folders are dropped, a backslash is part of its name', async () => {
    const name = async (sent: string) => {
      const form = new FormData();
      form.append('scan', new Blob(['x']), sent);
      const answer = await fetch(`${server.url}/api/collections/papers/records`, { method: 'POST', body: form });
      return (await answer.json()).scan;
    };
    expect(await name('folder/one.txt')).toMatch(/^one_[a-z0-9]{10}\.txt$/);
    expect(await name('some\\thing.txt')).toMatch(/^some_thing_[a-z0-9]{10}\.txt$/);
  });

  it('an ending that is no type’s says nothing of what it holds', async () => {
    const { id, many } = await server.root.collection('docs').create({ many: [text('plain', 'odd.constructor')] });
    expect(many[0]).toMatch(/^odd_[a-z0-9]{10}\.constructor$/);
    const answer = await fetch(`${server.url}/api/files/docs/${id}/${many[0]}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('one that is put before the only one there may be is not taken', async () => {
    const papers = server.root.collection('papers');
    const { id, scan } = await papers.create({ scan: text('a', 'a-first.txt') });
    expect(await papers.update(id, { '+scan': text('b', 'b-second.txt') })).toMatchObject({ scan });
    expect((await papers.update(id, { 'scan+': text('c', 'c-third.txt') })).scan).toMatch(/^c_third/);
  });
});

describe('an uploaded file', () => {
  it('is served inline with a policy that keeps it harmless, whole or in part', async () => {
    const record = await server.guest.collection('docs').create({ picture: await png(60, 30) });
    expect(record.picture).toMatch(/^my_picture_[a-z0-9]{10}\.png$/);
    const url = server.guest.files.getURL(record, record.picture);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename=${record.picture}`);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-frame-options')).toBeNull();
    const part = await fetch(url, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([
      200,
      (await answer.arrayBuffer()).byteLength,
    ]);
  });

  it('comes as a thumbnail of an offered size, made once for all who ask at the same time', async () => {
    const record = await server.guest.collection('docs').create({ picture: await png(60, 30) });
    const sizes = await Promise.all(
      ['20x0', '20x0', '20x0', '100x100', '33x33'].map(async (thumb) => {
        const answer = await fetch(server.guest.files.getURL(record, record.picture, { thumb }));
        const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        return `${width}x${height}`;
      }),
    );
    expect(sizes).toEqual(['20x10', '20x10', '20x10', '100x100', '60x30']);
  });

  it('is judged by its bytes, its size and their number', async () => {
    const docs = server.guest.collection('docs');
    expect((await refusalOf(docs.create({ picture: text('<script>', 'x.png') }))).data).toMatchObject({
      picture: { code: 'validation_invalid_mime_type' },
    });
    expect((await refusalOf(docs.create({ picture: text('x'.repeat(20_001), 'x.png') }))).data).toMatchObject({
      picture: { code: 'validation_file_size_limit', params: { file: 'x.png', maxSize: 20_000 } },
    });
    const four = ['1', '2', '3', '4'].map((name) => text(name, `${name}.txt`));
    expect((await refusalOf(docs.create({ many: four }))).data).toMatchObject({
      many: { code: 'validation_too_many_files', params: { maxSelect: 3 } },
    });
    expect((await refusalOf(docs.create({ many: ['of_another_record.txt'] }))).data).toMatchObject({
      many: { code: 'validation_invalid_file' },
    });
  });

  it('goes when its record lets it go', async () => {
    const docs = server.guest.collection('docs');
    const record = await docs.create({ many: [text('a', 'aaa.txt'), text('b', 'bbb.txt')] });
    const [first, second] = record.many;
    const statusOf = async (name: string) => (await fetch(server.guest.files.getURL(record, name))).status;
    await docs.update(record.id, { 'many-': [first] });
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await docs.delete(record.id);
    expect(await statusOf(second)).toBe(404);
  });

  it('cannot be reached by another name or path', async () => {
    const record = await server.guest.collection('docs').create({ picture: await png(4, 4) });
    for (const path of ['..%2f..%2fx', '%2e%2e', 'x.png', `thumbs_${record.picture}`]) {
      expect((await fetch(`${server.url}/api/files/docs/${record.id}/${path}`)).status).toBe(404);
    }
  });
});

describe('a protected file', () => {
  it('opens with a file token of whom the view rule lets in, for nobody else', async () => {
    const record = await server.guest.collection('papers').create({ scan: text('secret', 'scan.txt') });
    // The record itself is not shown to guests, so its name comes from the superuser.
    const { scan } = await server.root.collection('papers').getOne(record.id);
    const reader = clientOf(server.url);
    const form = { email: 'r@example.com', password: 'long enough', passwordConfirm: 'long enough' };
    await reader.collection('readers').create(form);
    await reader.collection('readers').authWithPassword(form.email, form.password);
    const ask = async (token: string) => (await fetch(server.guest.files.getURL(record, scan, { token }))).status;
    expect(await ask('')).toBe(404);
    expect(await ask(reader.authStore.token)).toBe(404);
    expect(await ask(await reader.files.getToken())).toBe(200);
    expect(await ask(await server.root.files.getToken())).toBe(200);
  });
});
