import { MalformedXml, parseXml, type XmlElement, type XmlName } from '#engine/xml/parse-xml.ts';
import { caldav, dav, isNamed } from './dav-names.ts';

/** Which properties are wanted: these, all usual ones, or only their names. */
export type WantedProps = XmlName[] | 'all' | 'names';

export type Report =
  | { kind: 'multiget'; props: WantedProps; hrefs: string[] }
  | { kind: 'query'; props: WantedProps; range: TimeRange | undefined; isOfEvents: boolean }
  | { kind: 'unsupported'; condition: XmlName };
/** Events that end after `fromMs` and begin before `toMs`. */
export type TimeRange = { fromMs: number; toMs: number };

/** Programs ask for some thirty properties, of namespaces with short names, and for no more lessons than there are. */
const most = { names: 60, nameLength: 150, hrefs: 1000 };

/** What a PROPFIND asks for (RFC 4918, 9.1); without a body, all. Throws MalformedXml. */
export function parsePropfind(text: string): WantedProps {
  if (text.trim() === '') return 'all';
  const root = parseXml(text);
  if (!isNamed(root, dav, 'propfind')) throw new MalformedXml('It is no propfind.');
  return propsOf(root);
}

/** What a REPORT asks for: of CalDAV's reports those two that read events (RFC 4791, 7.8 and 7.9). Throws MalformedXml. */
export function parseReport(text: string): Report {
  const root = parseXml(text);
  const props = propsOf(root);
  if (isNamed(root, caldav, 'calendar-multiget')) {
    const hrefs = root.children.filter((each) => isNamed(each, dav, 'href')).map(({ text: href }) => href.trim());
    if (hrefs.length > most.hrefs) throw new MalformedXml('It asks for too much.');
    return { kind: 'multiget', props, hrefs };
  }
  if (isNamed(root, caldav, 'calendar-query')) return parseQuery(root, props);
  return { kind: 'unsupported', condition: { uri: dav, local: 'supported-report' } };
}

function propsOf(element: XmlElement): WantedProps {
  const prop = child(element, dav, 'prop');
  if (prop) return namesOf(prop);
  return child(element, dav, 'propname') ? 'names' : 'all';
}

// Each is written once for every lesson, with its namespace: a short request must not be answered with gigabytes.
function namesOf({ children }: XmlElement): XmlName[] {
  const names = new Map(children.map(({ uri, local }) => [`${uri} ${local}`, { uri, local }]));
  const isLong = ({ uri, local }: XmlName) => uri.length + local.length > most.nameLength;
  if (names.size > most.names || children.some(isLong)) throw new MalformedXml('It asks for too much.');
  return [...names.values()];
}

/** Events at all, or of a time: what calendar programs ask. Filters by properties are refused, as the standard has it, and not passed over. */
function parseQuery(root: XmlElement, props: WantedProps): Report {
  const unsupported: Report = { kind: 'unsupported', condition: { uri: caldav, local: 'supported-filter' } };
  const calendar = child(child(root, caldav, 'filter'), caldav, 'comp-filter');
  if (calendar?.attributes.name !== 'VCALENDAR') return unsupported;
  const [component, ...others] = calendar.children;
  if (!component) return { kind: 'query', props, range: undefined, isOfEvents: true };
  if (others.length > 0 || !isNamed(component, caldav, 'comp-filter')) return unsupported;
  const [time, ...further] = component.children;
  if (further.length > 0 || (time && !isNamed(time, caldav, 'time-range'))) return unsupported;
  return { kind: 'query', props, range: time && rangeOf(time), isOfEvents: component.attributes.name === 'VEVENT' };
}

function rangeOf({ attributes }: XmlElement): TimeRange {
  const fromMs = instantOf(attributes.start) ?? Number.NEGATIVE_INFINITY;
  const toMs = instantOf(attributes.end) ?? Number.POSITIVE_INFINITY;
  return { fromMs, toMs };
}

/** `20261201T000000Z`, the only form that a time range has. */
function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  const [, year, month, day, hour, minute, second] = parts ?? [];
  const instantMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!parts || Number.isNaN(instantMs)) throw new MalformedXml('A time range has no UTC time.');
  return instantMs;
}

function child(element: XmlElement | undefined, uri: string, local: string): XmlElement | undefined {
  return element?.children.find((each) => isNamed(each, uri, local));
}
