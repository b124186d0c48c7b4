import type { Engine } from '#engine/engine.ts';
import { badRequest, notFound } from '#engine/http/api-error.ts';
import type { Answer, RequestContext, Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { MalformedXml } from '#engine/xml/parse-xml.ts';
import { findAddressOwner } from '../find-address-owner.ts';
import { type CalendarObject, calendarTag, findCalendarObjects } from '../find-calendar-objects.ts';
import { dav } from './dav-names.ts';
import { calendarResource, homeResource, lessonResource } from './dav-resources.ts';
import { parsePropfind, parseReport, type Report, type WantedProps } from './parse-dav-request.ts';
import { type DavResource, writeCondition, writeMultistatus } from './write-multistatus.ts';

const home = '/api/marketplace/calendar/:token/';
const calendar = `${home}lessons/`;
const reads = { max: 300, seconds: 3600, message: 'This calendar was read too often. Try again later.' };
const headers = { 'Cache-Control': 'private, no-store', DAV: '1, calendar-access' };
const methods = { ...headers, Allow: 'OPTIONS, GET, HEAD, PROPFIND, REPORT' };

type Asked = { context: RequestContext; user: string; path: string };

/**
 * The lessons at a calendar address for programs that speak CalDAV (RFC 4791), reading only: the address is account and home, `lessons/` below it the
 * one calendar, `lessons/<id>.ics` a lesson. 404 for an address that ended, 429 after three hundred calls in an hour.
 */
export function caldavRoutes(engine: Engine): Route<string>[] {
  const route = (
    method: Route['method'],
    path: string,
    handle: (asked: Asked) => Promise<Answer<string>>,
  ): Route<string> => ({
    method,
    path,
    async handle(context) {
      const user = await findAddressOwner(engine.db, context.params.token ?? '');
      if (user === undefined) throw notFound();
      await refuseTooManyAttempts(engine, { key: `calendar-dav:${user}`, ...reads });
      return handle({ context, user, path: home.replace(':token', context.params.token ?? '') });
    },
  });
  const objects = ({ user }: Asked) => findCalendarObjects(engine, user);
  const listed = async (asked: Asked, all?: CalendarObject[]) =>
    calendarResource(asked.path, calendarTag(all ?? (await objects(asked))));
  return [
    ...[home, calendar, `${calendar}:lesson.ics`].map((path) =>
      route('OPTIONS', path, async () => ({ status: 200, headers: methods })),
    ),
    route('PROPFIND', home, (asked) =>
      propfind(asked, async (depth) => [homeResource(asked.path), ...(depth === 1 ? [await listed(asked)] : [])]),
    ),
    route('PROPFIND', calendar, (asked) =>
      propfind(asked, async (depth) => {
        const all = await objects(asked);
        const lessons = depth === 1 ? all.map((each) => lessonResource(asked.path, each)) : [];
        return [await listed(asked, all), ...lessons];
      }),
    ),
    route('PROPFIND', `${calendar}:lesson.ics`, (asked) =>
      propfind(asked, async () => [lessonResource(asked.path, objectOf(asked, await objects(asked)))]),
    ),
    route('REPORT', calendar, async (asked) => report(asked, await parsed(asked, parseReport), () => objects(asked))),
    route('GET', `${calendar}:lesson.ics`, async (asked) => sendObject(asked, objectOf(asked, await objects(asked)))),
  ];
}

async function propfind(asked: Asked, find: (depth: 0 | 1) => Promise<DavResource[]>): Promise<Answer<string>> {
  const { depth = 'infinity' } = asked.context.headers;
  const wanted = await parsed(asked, parsePropfind);
  if (depth !== '0' && depth !== '1') return refusal({ uri: dav, local: 'propfind-finite-depth' });
  return multistatus(await find(depth === '1' ? 1 : 0), wanted);
}

async function report({ path }: Asked, asked: Report, find: () => Promise<CalendarObject[]>): Promise<Answer<string>> {
  if (asked.kind === 'unsupported') return refusal(asked.condition);
  const objects = await find();
  if (asked.kind === 'multiget') {
    const byPath = new Map(objects.map((each) => [`${path}lessons/${each.id}.ics`, each]));
    // Each lesson once, in however many ways its address was written.
    const wanted = new Map(asked.hrefs.map((href) => [pathOf(href) || href, href]));
    const found = [...wanted].map(([at, href]) => {
      const object = byPath.get(at);
      return object ? lessonResource(path, object) : { href, props: undefined };
    });
    return multistatus(found, asked.props);
  }
  const { fromMs, toMs } = asked.range ?? { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
  const within = objects.filter(({ startMs, endMs }) => asked.isOfEvents && startMs < toMs && endMs > fromMs);
  return multistatus(
    within.map((each) => lessonResource(path, each)),
    asked.props,
  );
}

async function parsed<T>({ context }: Asked, parse: (text: string) => T): Promise<T> {
  const text = ((await context.bytes?.()) ?? Buffer.alloc(0)).toString('utf8');
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof MalformedXml) throw badRequest(`The XML can’t be read: ${error.message}`);
    throw error;
  }
}

/** Addresses come as paths or whole, and with or without percent signs. */
function pathOf(href: string): string {
  try {
    return decodeURIComponent(new URL(href, 'http://here').pathname);
  } catch {
    return '';
  }
}

function objectOf({ context }: Asked, objects: readonly CalendarObject[]): CalendarObject {
  const found = objects.find(({ id }) => id === context.params.lesson);
  if (!found) throw notFound();
  return found;
}

function sendObject({ context }: Asked, { etag, text }: CalendarObject): Answer<string> {
  const tagged = { ...headers, ETag: etag };
  if (context.headers.if_none_match === etag) return { status: 304, headers: tagged };
  return { status: 200, headers: { ...tagged, 'Content-Type': 'text/calendar; charset=utf-8' }, body: text };
}

function multistatus(resources: readonly DavResource[], wanted: WantedProps): Answer<string> {
  return { status: 207, headers: { ...headers, 'Content-Type': xmlType }, body: writeMultistatus(resources, wanted) };
}

function refusal(condition: Parameters<typeof writeCondition>[0]): Answer<string> {
  return { status: 403, headers: { ...headers, 'Content-Type': xmlType }, body: writeCondition(condition) };
}

const xmlType = 'application/xml; charset=utf-8';
