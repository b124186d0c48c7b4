import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { pathOf, visits } from '../support/visited-pages.ts';
import { askAs } from './support/ask-as.ts';
import { demoLearner } from './support/demo-learner.ts';
import { goWithin } from './support/go-within.ts';
import { testWithServer } from './support/own-server.ts';
import { followCalls, settle } from './support/settle.ts';
import { becomeUser } from './support/sign-in.ts';

const test = testWithServer(() => ({ NODE_ENV: 'development' }));

// Some hundred pages, one after the other.
test.describe.configure({ timeout: 900_000 });

type Facts = Record<string, unknown>;
/** What people and records are filled with; fields that are left out stay empty. */
type Kind = { person: Facts; offer: Facts; lesson: Facts; message: string; news: Facts; question: Facts };

const wide = 'W'.repeat(255);
const words = 'Lengthy words and ever more of them, '.repeat(28).slice(0, 1000);
const rtl = 'محمد بن عبد الله';
const emoji = '👩🏽‍🏫🚗';

const kinds: Record<string, Kind> = {
  empty: {
    person: {},
    offer: { licenceClasses: [], languages: [], areas: [] },
    lesson: {},
    message: '.',
    news: { message: '' },
    question: { subject: 'Why', text: 'Why?' },
  },
  longest: {
    person: {
      name: wide,
      firstName: wide.slice(0, 100),
      lastName: wide.slice(0, 100),
      phone: `+${'9'.repeat(15)}`,
      location: wide.slice(0, 200),
      bio: words.repeat(2).slice(0, 2000),
    },
    offer: {
      name: wide,
      bio: wide.repeat(7),
      licenceClasses: ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'],
      languages: ['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese', 'Teochew'],
      areas: [
        'Ang Mo Kio',
        'Bedok',
        'Bishan',
        'Bukit Batok',
        'Bukit Merah',
        'Bukit Panjang',
        'Bukit Timah',
        'Clementi',
      ],
      hourlyCents: 100_000,
      eveningSurchargePercent: 100,
      weekendSurchargePercent: 100,
      vehiclePlate: 'SXX 1234 ABC',
      vehicleModel: wide.slice(0, 60),
    },
    lesson: { pickup: wide.repeat(2).slice(0, 300), postalCode: '460204', note: wide.repeat(4).slice(0, 1000) },
    message: wide.repeat(4),
    news: { title: wide.slice(0, 200), message: wide.repeat(7) },
    question: { subject: wide.slice(0, 100), text: wide.repeat(7) },
  },
  'emoji and right-to-left': {
    person: {
      name: `${rtl} ${emoji}`,
      firstName: rtl,
      lastName: emoji,
      bio: `‮${rtl}‬ ${emoji.repeat(60)}`,
      location: rtl,
    },
    offer: { name: `${emoji} ${rtl}`, bio: `${rtl} `.repeat(40), areas: ['Bedok'], vehicleModel: '🚙'.repeat(12) },
    lesson: { pickup: `${rtl}، ${emoji}`, note: `${emoji.repeat(50)}` },
    message: `${rtl} ${emoji.repeat(80)}`,
    news: { title: `${rtl} ${emoji}`, message: emoji.repeat(100) },
    question: { subject: `${emoji} ${rtl}`, text: `${rtl} `.repeat(30) },
  },
};

type Write = <T = { id: string }>(path: string, data: object) => Promise<T>;

async function writingAs(
  request: APIRequestContext,
  collection: string,
  identity: string,
  password: string,
): Promise<Write> {
  const signedIn = await request.post(`/api/collections/${collection}/auth-with-password`, {
    data: { identity, password },
  });
  const { token }: { token: string } = await signedIn.json();
  return async (path, data) => {
    const answer = await request.post(`/api/collections/${path}/records`, { data, headers: { Authorization: token } });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
    return answer.json();
  };
}

const hourMs = 3_600_000;
const hoursAhead = (hours: number) => new Date(Math.floor(Date.now() / hourMs) * hourMs + hours * hourMs).toISOString();

/** A learner and an instructor of a kind with lessons of most states between them, and what one may find beside them. */
async function setKind(
  request: APIRequestContext,
  root: Write,
  { place, kind }: { place: number; kind: Kind },
): Promise<{ learner: string; instructor: string }> {
  const { person, offer, lesson, message, news, question } = kind;
  const { password } = demoLearner;
  const account = (email: string) =>
    root('users', { email, password, passwordConfirm: password, verified: true, ...person });
  const [emails, from] = [
    { learner: `learner-${place}@kerbside.example`, instructor: `teacher-${place}@kerbside.example` },
    place * 3,
  ];
  const [learner, teacher] = [await account(emails.learner), await account(emails.instructor)];
  const usual = {
    name: '.',
    status: 'listed',
    hourlyCents: 6600,
    lessonMinutes: [60],
    minNoticeMinutes: 0,
    instantBooking: true,
  };
  const instructor = await root('instructors', { user: teacher.id, ...usual, ...offer });
  for (let weekday = 0; weekday < 7; weekday++) {
    await root('availability_rules', { instructor: instructor.id, weekday, startMinute: 0, endMinute: 1440 });
  }
  const parties = { instructor: instructor.id, learner: learner.id, durationMinutes: 60, ...lesson };
  const states = {
    confirmed: 48,
    requested: 50,
    completed: -48,
    closed: -72,
    cancelled_by_learner: -96,
    no_show_learner: -120,
  };
  for (const [status, hours] of Object.entries(states)) {
    await root('lessons', { ...parties, status, start: hoursAhead(hours + from) });
  }
  const asLearner = await writingAs(request, 'users', emails.learner, password);
  const conversation = await asLearner('conversations', { instructor: instructor.id });
  await asLearner('messages', { conversation: conversation.id, text: message });
  for (const user of [learner.id, teacher.id])
    await root('notifications', { user, title: '.', type: 'system', ...news });
  await asLearner('support_requests', { category: 'payment', ...question });
  await asLearner('waitlist_entries', { licenceClass: '3A', areas: ['Bedok'], windows: [], before: '' });
  return emails;
}

/** Faults of a page as it stands; nothing where all is well. */
async function faultsOf(page: Page): Promise<string[]> {
  await settle(page);
  const text = (await page.locator('body').allInnerTexts()).join();
  const said = text.match(
    /(?<![\w-])(?:undefined|null|NaN|Invalid Date)(?![\w-])|\[object Object\]|This page could not be shown/g,
  );
  const overhang = await page.evaluate(() => {
    const px = document.documentElement.scrollWidth - window.innerWidth;
    if (px <= 0) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (each) => each.getBoundingClientRect().right > window.innerWidth,
    );
    const innermost = wide.filter((each) => !wide.some((other) => other !== each && each.contains(other)));
    return [`${px} px wider than the window`, ...innermost.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 160))];
  });
  return [...(said ?? []), ...overhang];
}

async function visitAll(
  page: Page,
  { view, pages }: Pick<(typeof visits)[number], 'view' | 'pages'>,
  email: string,
): Promise<Record<string, string[]>> {
  const { token } = await becomeUser(page, email, view);
  const ask = askAs(page, token);
  const found: Record<string, string[]> = {};
  // Somebody else's application would show what it knows of them.
  await page.goto('/dashboard');
  for (const visited of pages) {
    await goWithin(page, await pathOf(visited, ask));
    const faults = await faultsOf(page);
    if (faults.length > 0) found[visited.name] = faults;
  }
  return found;
}

test('every page of somebody signed in stands with records that are empty, at their longest, of emoji and right-to-left', {
  tag: '@any-width',
}, async ({ page, request }) => {
  followCalls(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()} ${error}`));
  const root = await writingAs(request, '_superusers', 'root@kerbside.example', 'root-password');
  const { password } = demoLearner;
  const admin = { email: 'admin@kerbside.example', password, passwordConfirm: password, role: 'admin', verified: true };
  await root('users', admin);
  const people = [];
  for (const [place, kind] of Object.values(kinds).entries())
    people.push(await setKind(request, root, { place, kind }));
  // Nobody here has taught long enough to be paid out.
  const visitsAs = (wanted: string) =>
    visits
      .filter(({ as }) => as === wanted)
      .map(({ view, pages }) => ({ view, pages: pages.filter(({ path }) => !path.includes('{payout}')) }));
  const found: Record<string, unknown> = {};
  for (const [place, name] of Object.keys(kinds).entries()) {
    const emails = people[place] ?? { learner: '', instructor: '' };
    for (const as of ['learner', 'instructor'] as const) {
      for (const visit of visitsAs(as))
        found[`${name}, ${as}, ${visit.view} view`] = await visitAll(page, visit, emails[as]);
    }
  }
  for (const visit of visitsAs('admin')) found.admin = await visitAll(page, visit, admin.email);
  expect(
    Object.fromEntries(Object.entries(found).filter(([, pages]) => Object.keys(pages as object).length > 0)),
  ).toEqual({});
  expect(errors).toEqual([]);
});
