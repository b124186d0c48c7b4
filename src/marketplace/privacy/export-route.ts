import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { forbidden } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { requireUser } from '../users/require-user.ts';
import { collectOwnData, type OwnData } from './collect-own-data.ts';

const limit = {
  max: 10,
  seconds: 3600,
  message: 'Your data was downloaded several times just now. Try again in an hour.',
};

const readMe = `This is everything Kerbside keeps about you and shows to you.

data.json   your account, its devices and activity, and every record that belongs to you, by collection
files/      pictures and documents of these records

Money is in cents of the Singapore dollar, times are UTC.
`;

/** `GET /api/marketplace/export`: a zip of all that belongs to the signed-in account. 401 for guests, 429 after ten in an hour. */
export function exportRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/export',
    async handle(request) {
      const user = requireUser(request.auth);
      if (user.actor !== '') throw forbidden('You are looking as somebody else: nothing can be downloaded.');
      await refuseTooManyAttempts(engine, { key: `export:${user.id}`, ...limit });
      const body = await zipOf(engine, await collectOwnData(engine, user, ruleRequestOf(request)));
      const day = new Date(engine.clock.nowMs()).toISOString().slice(0, 10);
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="kerbside-${day}.zip"`,
        'Cache-Control': 'private, no-store',
      };
      return { status: 200, headers, body };
    },
  };
}

async function zipOf(engine: Engine, { data, files }: OwnData): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const written = buffer(zip.outputStream);
  zip.addBuffer(Buffer.from(readMe), 'README.txt');
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'data.json');
  for (const { key, name } of files) {
    const file = await engine.files.get(key);
    // One that is missing in the store is missing here; the record still names it.
    if (file) zip.addBuffer(file.bytes, name, { compress: false });
  }
  zip.end();
  return written;
}
