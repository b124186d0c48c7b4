import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let clamd: Server | undefined;
const folder = mkdtempSync(join(tmpdir(), 'kerbside-clamd-'));
const clamdSocket = join(folder, 'clamd.ctl');

// The harmless file that every scanner takes for a virus; in two parts, so that none finds it here.
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));

const findEicar = (file: Buffer) => (file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');

/** Plays clamd's part: takes a stream apart by its lengths, and knows one virus. */
function startClamd(judge: (file: Buffer) => string = findEicar) {
  const scanned: Buffer[] = [];
  clamd = createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on('data', (part) => {
      got = Buffer.concat([got, part]);
      const file = readStream(got);
      if (!file) return;
      scanned.push(file);
      socket.end(`${judge(file)}\0`);
    });
  });
  return new Promise<Buffer[]>((resolve) => clamd?.listen(clamdSocket, () => resolve(scanned)));
}

/** The file of a whole `INSTREAM`; undefined while more of it is to come. */
function readStream(got: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (got.length < command.length) return undefined;
  expect(got.subarray(0, command.length).toString()).toBe(command);
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= got.length; ) {
    const length = got.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(got.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

beforeAll(async () => {
  app = await startApp({ clamdSocket });
});
afterEach(() => new Promise<void>((resolve) => (clamd ? clamd.close(() => resolve()) : resolve())));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const pdf = (extra: Buffer) => new File([Buffer.concat([Buffer.from('%PDF-1.7\n'), extra])], 'licence.pdf');

async function papers() {
  const { id: instructor, client } = await makeInstructor(app);
  const send = (file: File) =>
    client.collection('instructor_documents').create({ instructor, kind: 'licence', expiresOn: '2099-06-30', file });
  const kept = async () => (await client.collection('instructor_documents').getFullList()).length;
  return { send, kept };
}

test('a paper in which the scanner finds something is refused at its field and kept nowhere; a clean one is kept', async () => {
  const scanned = await startClamd();
  const { send, kept } = await papers();
  const refusal = await refusalOf(send(pdf(eicar)));
  expect([refusal.status, refusal.data.file?.code]).toEqual([400, 'validation_infected_file']);
  expect(await kept()).toBe(0);
  // More than one stretch of the stream.
  const clean = pdf(Buffer.alloc(200_000, 'a'));
  await send(clean);
  expect(await kept()).toBe(1);
  expect(scanned.at(-1)?.equals(Buffer.from(await clean.arrayBuffer()))).toBe(true);
});

test('what is sent along with a message is looked through, and every file of several', async () => {
  await startClamd();
  const { id: instructor } = await makeInstructor(app);
  const learner = await makePerson(app);
  const lesson = { instructor, learner: learner.id, durationMinutes: 60, status: 'confirmed' };
  await app.root.collection('lessons').create({ ...lesson, start: '2098-12-01T02:00:00Z' });
  const { id: conversation } = await learner.collection('conversations').create({ instructor });
  const attachments = [pdf(Buffer.from('clean')), pdf(eicar)];
  const refusal = await refusalOf(learner.collection('messages').create({ conversation, text: 'See', attachments }));
  expect([refusal.status, refusal.data.attachments?.code]).toEqual([400, 'validation_infected_file']);
});

test('while the scanner is away, or can’t say, files are refused to be sent again later; what has none is taken', async () => {
  clamd = undefined;
  const { send, kept } = await papers();
  expect((await refusalOf(send(pdf(Buffer.from('clean'))))).status).toBe(503);
  await startClamd(() => 'INSTREAM size limit exceeded. ERROR');
  expect((await refusalOf(send(pdf(Buffer.from('clean'))))).status).toBe(503);
  expect(await kept()).toBe(0);
  const learner = await makePerson(app);
  await learner.collection('users').update(learner.id, { bio: 'Hello' });
});
