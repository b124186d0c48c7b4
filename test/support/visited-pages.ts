/** Who looks at a page: nobody, or one of the demonstration's people. */
export type Visitor = 'guest' | 'learner' | 'instructor' | 'admin';

/**
 * A page as tests and screenshots open it. `route` is the pattern that the code declares; a name in braces in `path` stands for the id of a
 * record that the visitor may see.
 */
export type VisitedPage = {
  name: string;
  route: string;
  as: Visitor;
  path: string;
  /** The view that is switched on, where it is not the learner's. */
  view?: 'instructor';
};

export const visitors: readonly Visitor[] = ['guest', 'learner', 'instructor', 'admin'];

export const demoPassword = 'kerbside-demo';
export const visitorEmails: Record<Exclude<Visitor, 'guest'>, string> = {
  learner: 'mei@kerbside.example',
  instructor: 'ravi@kerbside.example',
  admin: 'admin@kerbside.example',
};

/** Routes whose page leads on at once, so that there is nothing to look at. */
export const passingRoutes: readonly string[] = ['user/home', '_', 'dashboard/messages/new'];

const guestPaths = {
  '': '/',
  instructors: '/instructors',
  'instructors/:id': '/instructors/{instructor}',
  login: '/login',
  'login-otp': '/login-otp',
  register: '/register',
  'forgot-password': '/forgot-password',
  help: '/help',
  teach: '/teach',
  terms: '/terms',
  privacy: '/privacy',
  '*': '/nowhere',
};

const signedInPaths: Record<Exclude<Visitor, 'guest'>, readonly string[]> = {
  learner: [
    '',
    'road',
    'saved',
    'credit',
    'statement',
    'packages',
    'waitlist',
    'waitlist/offers/:id',
    'book-lesson',
    'lessons/:id',
    'lesson-history',
    'profile',
    'settings',
    'help',
    'help/new',
    'help/requests',
    'help/requests/:id',
    'notifications',
    'messages',
    'messages/:id',
    'claims',
    'join/:code',
    'hand-overs',
    ':unknown/*',
  ],
  instructor: [
    '',
    'schedule',
    'teach',
    'students',
    'students/:id',
    'earnings',
    'payouts/:id',
    'packages/offers',
    'lesson-history',
    'lessons/:id',
    'messages/:id',
    'reviews',
    'claims',
  ],
  admin: [
    '',
    'analytics',
    'analytics/questions',
    'analytics/learners',
    'analytics/lessons',
    'analytics/payouts',
    'analytics/payouts/failed',
    'analytics/ledger',
    'analytics/bank',
    'users',
    'users/changes',
    'verify',
    'police-list',
    'pardons',
    'entries',
    'payouts/:id',
    'policies',
    'holidays',
    'test-fees',
    'pass-rates',
    'pickup-advice',
    'broadcasts',
    'mails',
    'audit',
    'roles',
    'billing',
    'reports',
    'claims',
    'moderation',
    'help',
    'help/answers',
    'help/requests',
    'help/requests/:id',
  ],
};

const records: Readonly<Record<string, string>> = {
  'lessons/:id': 'lessons/{lesson}',
  'help/requests/:id': 'help/requests/{request}',
  'messages/:id': 'messages/{conversation}',
  'students/:id': 'students/{student}',
  'payouts/:id': 'payouts/{payout}',
  entries: 'entries?of=fees',
  'join/:code': 'join/aninvitationcode',
  'waitlist/offers/:id': 'waitlist/offers/anofferthatis00',
  ':unknown/*': 'nowhere/at/all',
};

/** Every page of the product, some more than once because they differ by who looks; a house rule compares it with the routes in the code. */
export const visitedPages: readonly VisitedPage[] = [
  ...Object.entries(guestPaths).map(([route, path]) => guestPage(route, path)),
  ...['confirm-verification', 'confirm-password-reset', 'confirm-email-change', 'confirm-account-change'].map(
    (what) => ({
      ...guestPage('auth/:what/:token', `/auth/${what}/a-token`),
      name: `public-${what}`,
    }),
  ),
  ...(['learner', 'instructor', 'admin'] as const).flatMap((as) =>
    signedInPaths[as].map((route) => (as === 'instructor' && route !== '' ? teaching(route) : signedIn(as, route))),
  ),
  { ...teaching(''), name: 'instructor-dashboard-teaching' },
];

const views = ['learner', 'instructor'] as const;

/** All pages, by who looks at them in which view. */
export const visits: readonly { as: Visitor; view: (typeof views)[number]; pages: readonly VisitedPage[] }[] = visitors
  .flatMap((as) => views.map((view) => ({ as, view })))
  .map(({ as, view }) => ({
    ...{ as, view },
    pages: visitedPages.filter((page) => page.as === as && (page.view ?? 'learner') === view),
  }))
  .filter(({ pages }) => pages.length > 0);

function guestPage(route: string, path: string): VisitedPage {
  return { name: `public-${nameOf(route) || 'landing'}`, route, as: 'guest', path };
}

function signedIn(as: Visitor, route: string): VisitedPage {
  const below = (rest: string) => (rest === '' ? 'dashboard' : `dashboard/${rest}`);
  return {
    name: `${as}-${nameOf(route) || 'dashboard'}`,
    route: below(route),
    as,
    path: `/${below(records[route] ?? route)}`,
  };
}

/** As whoever teaches begins. */
function teaching(route: string): VisitedPage {
  return { ...signedIn('instructor', route), view: 'instructor' };
}

function nameOf(route: string): string {
  return route === '*' || route.startsWith(':unknown')
    ? 'unknown'
    : route.replace(/\/:(?:id|code)/, '-one').replaceAll('/', '-');
}

/** Asks the server under test; answers with the parsed body. */
export type Ask = (
  path: string,
  body?: object,
) => Promise<{ id: string; items: readonly { id: string; learner?: string }[] }>;

/** The address of a page with ids in it. `ask` speaks as the page's visitor. */
export async function pathOf(page: VisitedPage, ask: Ask): Promise<string> {
  const [whole, name] = /\{(\w+)\}/.exec(page.path) ?? [];
  if (!whole || !name) return page.path;
  return page.path.replace(whole, await findId(name, page.as, ask));
}

async function findId(name: string, as: Visitor, ask: Ask): Promise<string> {
  if (name === 'instructor') return newest(ask, "instructors/records?perPage=1&sort=name&filter=(status='listed')");
  if (name === 'conversation') return newest(ask, 'conversations/records?perPage=1&sort=-lastMessageAt');
  if (name === 'lesson') return newest(ask, confirmed);
  if (name === 'payout') return newest(ask, 'payouts/records?perPage=1&sort=-date');
  if (name === 'student') return (await ask(confirmed)).items[0]?.learner ?? '';
  if (as === 'learner') return (await ask('support_requests/records', question)).id;
  return newest(ask, 'support_requests/records?perPage=1&sort=-created');
}

const confirmed = "lessons/records?perPage=1&sort=-start&filter=(status='confirmed')";

const question = {
  category: 'payment',
  subject: 'A refund that has not come',
  text: 'I cancelled on Friday, and nothing came.',
};

async function newest(ask: Ask, path: string): Promise<string> {
  const { items } = await ask(path);
  if (!items[0]) throw new Error(`The demonstration has nothing at ${path}`);
  return items[0].id;
}
