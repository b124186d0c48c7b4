import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { freePort } from '../../../bin/lib/free-port.mjs';
import { startMain, stopMains } from '../../support/start-main.ts';
import { demoLearner } from './demo-learner.ts';

const superuser = { SUPERUSER_EMAIL: 'root@kerbside.example', SUPERUSER_PASSWORD: 'root-password' };

type Variables = Record<string, string>;

/**
 * Tests on a server of their own, which an operator set up in another way than the one that all others share. It has no demonstration. What its
 * variables need started is stopped by what is given to `atEnd`: a hook of the whole file would be given a server of its own, started for it alone.
 */
export function testWithServer(
  variables: (port: number, atEnd: (stop: () => Promise<void>) => void) => Variables | Promise<Variables>,
) {
  return base.extend({
    baseURL: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
      async ({}, use) => {
        const port = await freePort();
        const stops = [stopMains];
        try {
          const own = await variables(port, (stop) => stops.push(stop));
          const server = startMain({ PORT: String(port), DEMO: '0', ...superuser, ...own });
          await server.ready;
          await use(`http://127.0.0.1:${port}`);
        } finally {
          for (const stop of stops) await stop();
        }
      },
      // A database is made first: on a machine that others use that takes its time.
      { scope: 'test', timeout: 240_000 },
    ],
  });
}

/** An admin, and an instructor who works all day, so that a learner of the test has somebody to book and staff to turn to. */
export async function setScene(request: APIRequestContext) {
  const token = await tokenOfSuperuser(request);
  const records = (name: string, data: object) =>
    post<{ id: string }>(request, `collections/${name}/records`, data, token);
  const { password } = demoLearner;
  const person = (email: string, role: string) =>
    records('users', { email, password, passwordConfirm: password, name: email, role, verified: true });
  await person('admin@kerbside.example', 'admin');
  const { id: user } = await person('ravi@kerbside.example', 'user');
  const instructor = await records('instructors', {
    user,
    name: 'Ravi Chandran',
    status: 'listed',
    licenceClasses: ['3A'],
    areas: ['Bedok'],
    hourlyCents: 6600,
    timezone: 'Asia/Singapore',
    lessonMinutes: [60],
    minNoticeMinutes: 0,
    instantBooking: true,
  });
  for (let weekday = 0; weekday < 7; weekday++) {
    await records('availability_rules', { instructor: instructor.id, weekday, startMinute: 0, endMinute: 1440 });
  }
  return { instructor: instructor.id };
}

/** Holds a lesson of a learner, two days ahead, and answers its id. */
export async function holdLesson(
  request: APIRequestContext,
  { instructor, token }: { instructor: string; token: string },
) {
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000).toISOString();
  const wanted = { instructor, start, durationMinutes: 60, pickup: 'Blk 1 Bedok North Street 3', postalCode: '460001' };
  const { id } = await post<{ id: string }>(request, 'collections/lessons/records', wanted, token);
  return id;
}

/** The records of a collection as a superuser sees them. */
export async function asSuperuser<Answer>(request: APIRequestContext, collection: string, filter: string) {
  const headers = { Authorization: await tokenOfSuperuser(request) };
  const answer = await request.get(`/api/collections/${collection}/records`, { params: { filter }, headers });
  const { items }: { items: Answer[] } = await answer.json();
  return items;
}

/** What somebody does who follows the link in the first email. */
export async function verifyAddress(request: APIRequestContext, id: string) {
  const headers = { Authorization: await tokenOfSuperuser(request) };
  const answer = await request.patch(`/api/collections/users/records/${id}`, { data: { verified: true }, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function tokenOfSuperuser(request: APIRequestContext): Promise<string> {
  const { token } = await post<{ token: string }>(request, 'collections/_superusers/auth-with-password', {
    identity: superuser.SUPERUSER_EMAIL,
    password: superuser.SUPERUSER_PASSWORD,
  });
  return token;
}

async function post<Answer>(request: APIRequestContext, path: string, data: object, token = ''): Promise<Answer> {
  const answer = await request.post(`/api/${path}`, { data, headers: token ? { Authorization: token } : {} });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}
