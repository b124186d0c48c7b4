import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { root } from '../support/list-files.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '../support/start-app.ts';
import { visitedPages } from '../support/visited-pages.ts';

type Rendered = { status: number; html?: string; location?: string };

/** Rendering belongs to the web, whose types these tests do not know. */
const { renderPage }: { renderPage: (page: object) => Promise<Rendered> } = await import(
  /* @vite-ignore */ join(root, 'src/web/app/entry-server.tsx')
);

let app: TestApp;
let weekender: string;

const sheet = { href: '/sheet.css', text: '' };
const assets = {
  entryScript: '/entry.js',
  entryImports: [],
  styles: { landing: sheet, 'sign-in': sheet, public: sheet, app: sheet, fonts: sheet },
  textFont: '/font.woff2',
};

function open(path: string, flags: object = {}): Promise<Rendered> {
  return renderPage({
    url: `http://kerbside.example${path}`,
    nonce: 'nonce',
    flags,
    theme: undefined,
    now: new Date(app.clock.nowMs()),
    assets,
    readApi: async (read: string) => {
      const answer = await fetch(app.url + read);
      return { status: answer.status, body: await answer.json() };
    },
  });
}

/** The page without the data that travels with it for the browser's half. */
async function textOf(path: string): Promise<string> {
  const { status, html = '' } = await open(path);
  expect(status, path).toBe(200);
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

beforeAll(async () => {
  app = await startApp();
  weekender = (
    await makeInstructor(app, {
      name: 'Weekend Prices',
      hourlyCents: 6600,
      weekendSurchargePercent: 5,
      lessonMinutes: [60, 90],
      slotStepMinutes: 60,
      instantBooking: false,
    })
  ).id;
});
afterAll(() => app?.close());

const longest = 'W'.repeat(255);
const records: Array<[what: string, fields: Record<string, unknown>]> = [
  [
    'nothing but what is required',
    { licenceClasses: [], languages: [], areas: [], testCentre: '', hourlyCents: 0, lessonMinutes: null, timezone: '' },
  ],
  ['no hours at all', { rules: [] }],
  [
    'everything at its longest',
    {
      name: longest,
      bio: 'Long word'.repeat(222),
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
      lessonMinutes: [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 2880],
      vehiclePlate: 'SXX 1234 ABC',
      vehicleModel: 'M'.repeat(60),
      cancellationHours: 48,
    },
  ],
  ['emoji', { name: '👩‍🏫🚗 Auntie 🅿️', bio: '🚦'.repeat(500), vehicleModel: '🚙'.repeat(20) }],
  ['right-to-left names', { name: 'يوسف بن محمد', bio: '‮שלום‬ مرحبا', areas: ['Bedok'] }],
];

describe('a page that the server renders', () => {
  test('says of every pass rate whose figures they are, of which time and of how many tests', async () => {
    const { id } = await makeInstructor(app, { passRatePercent: 62, passRatePeriod: '2025', passRateSample: 41 });
    expect(await textOf('/instructors')).toContain('62% pass rate');
    expect((await textOf(`/instructors/${id}`)).replaceAll(' ,', ',')).toContain('62% Police figures, 2025, 41 tests');
    const source = 'https://www.police.gov.sg/rates';
    await app.root.collection('instructors').update(id, { passRateSource: source });
    expect((await open(`/instructors/${id}`)).html).toContain(`href="${source}"`);
  });

  test.each(records)('stands with a record of %s', async (_, fields) => {
    const { id } = await makeInstructor(app, fields);
    for (const path of [`/instructors/${id}`, `/instructors/${id}?minutes=90&week=3&order=lowest&reviews=2`]) {
      expect((await open(path)).status, path).toBe(200);
    }
    for (const path of ['/instructors', '/instructors?maxHourlyCents=1', '/']) {
      expect((await open(path)).status, path).toBe(200);
    }
  });
});

describe('a page of a record that was brought in from elsewhere', () => {
  test('stands without a zone, lengths, areas or languages', async () => {
    const { id } = await makeInstructor(app, { name: 'Imported' });
    for (const empty of ['[]', 'null']) {
      await app.db.query(
        `update instructors set timezone = '', "lessonMinutes" = $2::jsonb, areas = $2::jsonb where id = $1`,
        [id, empty],
      );
      expect(await textOf(`/instructors/${id}`), empty).toContain('Imported');
      expect((await open('/instructors')).status, empty).toBe(200);
    }
  });
});

describe('prices beside times', () => {
  test('a card and the profile say "From" where prices vary, and the dearer times their own price', async () => {
    const [card, profile] = await Promise.all(['?q=Weekend', `/${weekender}`].map((at) => textOf(`/instructors${at}`)));
    expect(card).toMatch(/From S\$66\.00 an hour ?, all in/);
    expect(profile).toContain('From S$66.00 for 1 hour, all in');
    // It is Saturday.
    expect(card).toMatch(/(Today|Sat 21) \d\d:00 S\$69\.30/);
    expect(profile).toMatch(/Sat 21 Nov Morning 10:00 S\$69\.30 with/);
    expect(card).toMatch(/Mon 23 08:00 S\$66\.00/);
    expect(profile).toMatch(/Mon 23 Nov Morning 08:00 with/);
  });

  test('a search for a Saturday shows the price of a Saturday, and its limit leaves out what costs more then', async () => {
    const text = await textOf('/instructors?q=Weekend&weekday=6');
    expect(text).toMatch(/S\$69\.30 an hour ?, all in/);
    expect(text).not.toContain('S$66.00');
    expect(await textOf('/instructors?q=Weekend&weekday=6&maxHourlyCents=6600')).toContain('Nobody');
    const limited = await textOf('/instructors?q=Weekend&maxHourlyCents=6600');
    expect(limited).toMatch(/S\$66\.00 an hour ?, all in/);
    expect(limited).not.toContain('S$69.30');
  });
});

describe('what stands beside a time', () => {
  test('is what step 2 quotes, what the hold costs and what is charged: the weekend’s price and the weekday’s', async () => {
    const learner = await makePerson(app);
    const { items } = await app
      .guest()
      .send('/api/marketplace/instructors', { query: { q: 'Weekend', times: 'spread' } });
    const times: { start: string; priceCents: number }[] = items[0].nextSlots;
    expect(new Set(times.map(({ priceCents }) => priceCents))).toEqual(new Set([6930, 6600]));
    for (const { start, priceCents } of times) {
      const wanted = { instructor: weekender, start, durationMinutes: 60 };
      const quote = await learner.send('/api/marketplace/quote', { query: wanted });
      const lesson = await learner.collection('lessons').create(wanted);
      const payment = await learner
        .collection('payments')
        .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
      expect([quote.totalCents, lesson.priceCents, payment.amountCents]).toEqual([priceCents, priceCents, priceCents]);
      expect(quote.lines.some(({ cents }: { cents: number }) => cents === 330)).toBe(priceCents === 6930);
      await learner.collection('cancellations').create({ lesson: lesson.id });
    }
  });

  test('is what the filter and the map count by: who costs more on that day is not among those below', async () => {
    const pageOf = async (query: string) => (await open(`/instructors?q=Weekend&${query}`)).html ?? '';
    const [within, beyond] = await Promise.all(
      ['6930', '6929'].map((cents) => pageOf(`weekday=6&maxHourlyCents=${cents}`)),
    );
    expect(within).toContain('<title>Bedok: 1 instructor</title>');
    expect(beyond).not.toContain('<title>Bedok: 1 instructor</title>');
    expect(await pageOf('weekday=1&maxHourlyCents=6600')).toContain('<title>Bedok: 1 instructor</title>');
    expect(await pageOf('weekday=6')).toContain('Up to S$70.00 an hour (1)');
  });

  test('is in the words of the page’s description, too', async () => {
    expect((await open(`/instructors/${weekender}`)).html).toContain('in Bedok from S$66.00 an hour, all in.');
  });
});

describe('a time that is tapped', () => {
  test('is booked for the length that the card and the profile priced', async () => {
    const linksOf = async (path: string) => [
      ...((await open(path)).html ?? '').matchAll(/book-lesson[^"]*durationMinutes=(\d+)/g),
    ];
    const lengths = async (path: string) => new Set((await linksOf(path)).map(([, minutes]) => minutes));
    expect(await lengths('/instructors?q=Weekend')).toEqual(new Set(['60']));
    expect(await lengths(`/instructors/${weekender}`)).toEqual(new Set(['60']));
    expect(await lengths(`/instructors/${weekender}?minutes=90`)).toEqual(new Set(['90']));
  });
});

describe('where no mail leaves the server', () => {
  test('no page offers a link or a code by mail', async () => {
    const [without, usual] = await Promise.all(
      [false, true].map((sendsMail) => open('/forgot-password', { sendsMail })),
    );
    expect(without?.html).toContain('No email can be sent from here yet');
    expect(without?.html).not.toContain('Send the link');
    expect(usual?.html).toContain('Send the link');
    for (const path of ['/login', '/register']) {
      expect((await open(path, { enableOTPLogin: false })).html).not.toContain('"/login-otp"');
      expect((await open(path, { enableOTPLogin: true })).html).toContain('"/login-otp"');
    }
  });
});

describe('what is said of an instructor who confirms by hand', () => {
  test('the card and the profile say it with the deadlines of the policies', async () => {
    expect(await textOf('/instructors?q=Weekend')).toContain('The instructor confirms within 12 hours');
    expect(await textOf(`/instructors/${weekender}`)).toContain(
      'The instructor confirms within 12 hours, or within 3 hours when the lesson is less than 24 hours away.',
    );
    expect(await textOf('/terms')).toContain(
      'does not do so within 12 hours, or within 3 hours when the lesson is less than 24 hours away',
    );
  });
});

describe('Help', () => {
  test('is read without signing in, and each of its links leads to a page that is there', async () => {
    const { html = '' } = await open('/help');
    expect(html).toContain('What do I get back when I cancel?');
    expect(html).toContain('until 24 hours before the lesson');
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const links = [...main.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(new Set(links).size).toBeGreaterThan(15);
    const known = new Set(visitedPages.filter(({ as }) => as !== 'guest').map(({ path }) => path));
    for (const path of new Set(links)) {
      if (path.startsWith('/dashboard')) expect(known, path).toContain(path);
      else expect((await open(path)).status, path).toBe(200);
    }
    expect((await open('/')).html).toContain('href="/help"');
    expect(await textOf('/help?q=paynow')).not.toContain('What is the start code for?');
  });
});

describe('who sees an address, and until when', () => {
  test('is said in Help and on the privacy page with the figures of the policies in force', async () => {
    const { contactHours, addressDays } = firstPolicyValues;
    const help = await textOf('/help?q=pick-up');
    expect(help).toContain(`from the confirmation until ${contactHours} hours after the lesson`);
    expect(help).toContain(`we delete it ${addressDays} days after the lesson`);
    expect(await textOf('/privacy')).toContain(`${addressDays} days after the lesson`);
  });
});

describe('the map of the start page', () => {
  test('leads from each area where somebody teaches to who does, with its caption, without scripts too', async () => {
    const { html = '' } = await open('/');
    expect(html).toContain('Choose an area.');
    expect(html).toMatch(/<a [^>]*href="\/instructors\?area=Bedok"[^>]*><title>Bedok: \d+ instructors?<\/title>/);
  });
});

describe('the cards of the start page', () => {
  test('offer times of several days, the soonest first', async () => {
    const { html = '' } = await open('/');
    const cards = (html.match(/<article.*?<\/article>/gs) ?? []).filter((card) => card.includes('book-lesson?'));
    const daysOf = (card: string) =>
      [...card.matchAll(/>(Today|[A-Z][a-z]{2} \d+)<\/span> <span[^>]*>\d\d:\d\d/g)].map(([, day]) => day);
    const times = cards.map(daysOf).filter((days) => days.length === 3);
    expect(times.length).toBeGreaterThan(0);
    for (const days of times) expect(new Set(days).size, days.join()).toBeGreaterThan(1);
  });
});

describe('the page of an instructor on a phone', () => {
  test('is sent with the price, the days as a strip and a bar to book that sticks to the bottom', async () => {
    const { html = '' } = await open(`/instructors/${weekender}`);
    const main = html.slice(html.indexOf('<main'));
    expect(main.match(/<input [^>]*type="radio"/g)).toHaveLength(7);
    expect(main).toContain('class="day-by-day');
    expect(main).toMatch(/class="bottom-0 [^"]*:sticky[^"]*"[^>]*>.*S\$.*<a href="#times"[^>]*>Choose a time<\/a>/s);
  });
});

describe('what the start page and the privacy page promise', () => {
  test('cancelling in time is said with the notice that some instructors ask for', async () => {
    const text = await textOf('/');
    expect(text).toContain('Cancel at least 24 hours ahead and get all your money back. Some instructors need 48');
    expect(text).toContain('All your money back when you cancel 24 hours ahead (48 hours with some instructors)');
  });

  test('business records are kept at least seven years, since nothing deletes them then', async () => {
    expect(await textOf('/privacy')).toContain('Bookings and payments: at least 7 years');
  });

  test('nothing is promised of money or of privacy that is not done', async () => {
    const terms = await textOf('/terms');
    expect(terms).toContain('or becomes credit where it can no longer go there,');
    expect(terms).toContain('at most; our staff decide.');
    expect(terms).toMatch(/before, usually with S\$[\d.]+ credit\./);
    const privacy = await textOf('/privacy');
    expect(privacy).toContain('Names and phone numbers that instructors write down of their own learners');
    expect(privacy).toContain('messages included, for an hour at most');
    expect(privacy).toContain('Signing out removes them.');
  });

  test('the operator’s own address is named for questions about data, and the support where there is none', async () => {
    const pageWith = async (flags: object) => (await open('/privacy', flags)).html?.replaceAll('<!-- -->', '');
    const named = await pageWith({ privacyContact: 'dpo@lessons.example', logDays: 5 });
    expect(named).toContain('Requests to our server, with the network addresses that they came from: 5 days.');
    expect(await pageWith({})).not.toContain('Requests to our server');
    expect(named).toContain('data protection officer at dpo@lessons.example.');
    expect(await pageWith({})).toMatch(/data protection\s+officer, under Help &amp; Support\./);
  });
});

describe('a search whose address cannot be followed whole', () => {
  test('keeps the page and says at the field what is wrong with the postal code', async () => {
    for (const [postalCode, problem] of [
      ['999999', 'No postal code in Singapore starts like this.'],
      ['12', 'A postal code in Singapore has 6 digits.'],
    ]) {
      const { status, html = '' } = await open(`/instructors?postalCode=${postalCode}&q=Weekend`);
      expect(status).toBe(200);
      expect(html).toContain(problem);
      expect(html).toContain(`value="${postalCode}"`);
      expect(html).toContain('Weekend Prices');
    }
  });

  const senseless = 'minRating=great area=Atlantis licenceClass=9 language=Klingon sort=colour weekday=9 to=2026-13-45';
  test.each(senseless.split(' '))('shows nobody instead of everybody for %s, and says why', async (query) => {
    const said = `“${query.split('=')[1]}” is not a choice of this filter.`;
    expect(await textOf(`/instructors?${query}&q=Weekend`)).toMatch(
      new RegExp(`Nobody is free.*${said}.*Without “`, 's'),
    );
  });

  test('leads to the spelling of the filters where somebody typed one', async () => {
    const typed = '/instructors?licenceClass=3a&area=bedok&q=Weekend';
    expect(await open(typed)).toMatchObject({ location: '/instructors?licenceClass=3A&area=Bedok&q=Weekend' });
  });

  test('leads from a page beyond the last to the last', async () => {
    expect(await open('/instructors?q=Weekend&page=99')).toMatchObject({ location: '/instructors?q=Weekend&page=1' });
  });

  test('offers any day once the chosen ones are over', async () => {
    const text = await textOf('/instructors?q=Weekend&from=2026-11-14&to=2026-11-15');
    expect(text).toMatch(/This day has passed\..*Without “2026-11-14, 2026-11-15”: 1 instructor/s);
  });
});

describe('until when who confirms by hand answers', () => {
  test('is one deadline: that of the policy in force is kept of the lesson and said on the card, the profile, in Help and in the Terms', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const effectiveFrom = '2026-11-21T04:00:00Z';
    const values = { requestLapseHours: 10, requestLapseShortHours: 2 };
    await admin.collection('policies').create({ effectiveFrom, values });
    app.clock.set(effectiveFrom);
    expect(await textOf('/instructors?q=Weekend')).toContain('The instructor confirms within 10 hours');
    for (const path of ['/help?q=confirmed', '/terms', `/instructors/${weekender}`]) {
      expect(await textOf(path), path).toMatch(
        /within 10 hours[,;] (?:or )?within 2 hours when the lesson is less than 24/,
      );
    }
    const learner = await makePerson(app);
    const hoursToAnswer = async (start: string) => {
      const { id } = await learner.collection('lessons').create({ instructor: weekender, start, durationMinutes: 60 });
      await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
      const { requestExpiresAt } = await learner.collection('lessons').getOne(id);
      return (Date.parse(requestExpiresAt) - app.clock.nowMs()) / 3_600_000;
    };
    expect(await hoursToAnswer('2026-11-25T02:00:00Z')).toBe(10);
    expect(await hoursToAnswer('2026-11-22T02:00:00Z')).toBe(2);
  });
});

describe('what comes back when a learner cancels', () => {
  test('is said on the profile with the steps of the policy in force, with the badge so much earlier', async () => {
    const { id } = await makeInstructor(app, { cancellationHours: 48 });
    const admin = await makePerson(app, { role: 'admin' });
    const effectiveFrom = '2026-11-23T04:00:00Z';
    const tiers = [100, 40].map((refundPercent) => ({ hoursBefore: refundPercent === 100 ? 30 : 6, refundPercent }));
    await admin.collection('policies').create({ effectiveFrom, values: { tiers, badgeEarlierHours: 10 } });
    app.clock.set(effectiveFrom);
    expect(await textOf(`/instructors/${weekender}`)).toContain(
      'More than 30 hours before All back 6 hours to 30 hours before 40% back Less than 6 hours before Nothing back Moving a lesson is free until 30 hours before.',
    );
    expect(await textOf(`/instructors/${id}`)).toContain('More than 40 hours before All back');
  });
});
