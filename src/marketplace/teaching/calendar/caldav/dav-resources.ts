import type { CalendarObject } from '../find-calendar-objects.ts';
import { caldav, calendarServer, dav } from './dav-names.ts';
import { type DavProp, type DavResource, escapeXml } from './write-multistatus.ts';

const own = (local: string, xml: string): DavProp => ({ uri: dav, local, xml });
const ofCaldav = (local: string, xml: string): DavProp => ({ uri: caldav, local, xml });
const hrefOf = (path: string) => `<d:href>${escapeXml(path)}</d:href>`;

// Nothing of it can be written by a calendar program: lessons are booked, moved and cancelled here, with all that hangs on it.
const readOnly = own('current-user-privilege-set', '<d:privilege><d:read/></d:privilege>');

/** Whose calendars these are, and where they lie: both are the address that the owner was given. */
export function homeResource(home: string): DavResource {
  const props = [
    own('resourcetype', '<d:collection/><d:principal/>'),
    own('displayname', 'Kerbside'),
    own('current-user-principal', hrefOf(home)),
    own('principal-URL', hrefOf(home)),
    own('owner', hrefOf(home)),
    ofCaldav('calendar-home-set', hrefOf(home)),
    readOnly,
  ];
  return { href: home, props };
}

/** The one calendar; its tag changes with every lesson in it. */
export function calendarResource(home: string, tag: string): DavResource {
  const reports = ['calendar-query', 'calendar-multiget'].map(
    (name) => `<d:supported-report><d:report><c:${name}/></d:report></d:supported-report>`,
  );
  const props = [
    own('resourcetype', '<d:collection/><c:calendar/>'),
    own('displayname', 'Kerbside'),
    own('current-user-principal', hrefOf(home)),
    own('owner', hrefOf(home)),
    own('supported-report-set', reports.join('')),
    ofCaldav('supported-calendar-component-set', '<c:comp name="VEVENT"/>'),
    ofCaldav('supported-calendar-data', '<c:calendar-data content-type="text/calendar" version="2.0"/>'),
    { uri: calendarServer, local: 'getctag', xml: escapeXml(tag) },
    readOnly,
  ];
  return { href: `${home}lessons/`, props };
}

/** A lesson as an event. */
export function lessonResource(home: string, { id, etag, text }: CalendarObject): DavResource {
  const props: DavProp[] = [
    own('resourcetype', ''),
    own('getetag', escapeXml(etag)),
    own('getcontenttype', 'text/calendar; charset=utf-8; component=vevent'),
    own('getcontentlength', String(Buffer.byteLength(text))),
    own('current-user-principal', hrefOf(home)),
    readOnly,
    { ...ofCaldav('calendar-data', escapeXml(text)), onRequest: true },
  ];
  return { href: `${home}lessons/${id}.ics`, props };
}
