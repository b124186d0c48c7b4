import type { XmlName } from '#engine/xml/parse-xml.ts';
import { caldav, calendarServer, dav } from './dav-names.ts';
import type { WantedProps } from './parse-dav-request.ts';

/** A property with its value as XML. One that is `onRequest` is large, and left out where all are asked for. */
export type DavProp = XmlName & { xml: string; onRequest?: true };
/** Something with an address; `props` undefined: there is nothing at it. */
export type DavResource = { href: string; props: DavProp[] | undefined };

const prefixes = new Map([
  [dav, 'd'],
  [caldav, 'c'],
  [calendarServer, 's'],
]);
const declared = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join('');
const head = '<?xml version="1.0" encoding="utf-8"?>\n';

/** The properties of resources that were asked for, and which of them each has not (RFC 4918, 13). */
export function writeMultistatus(resources: readonly DavResource[], wanted: WantedProps): string {
  return `${head}<d:multistatus${declared}>${resources.map((each) => responseOf(each, wanted)).join('')}</d:multistatus>\n`;
}

/** Why a request is refused, in the standard's words (RFC 4918, 16). */
export function writeCondition(condition: XmlName): string {
  return `${head}<d:error${declared}>${elementOf(condition, '')}</d:error>\n`;
}

function responseOf({ href, props }: DavResource, wanted: WantedProps): string {
  const content = props ? propstats(props, wanted) : '<d:status>HTTP/1.1 404 Not Found</d:status>';
  return `<d:response><d:href>${escapeXml(href)}</d:href>${content}</d:response>`;
}

function propstats(props: readonly DavProp[], wanted: WantedProps): string {
  if (wanted === 'names')
    return propstat(
      '200 OK',
      props.map((prop) => elementOf(prop, '')),
    );
  if (wanted === 'all') {
    return propstat(
      '200 OK',
      props.filter(({ onRequest }) => !onRequest).map((prop) => elementOf(prop, prop.xml)),
    );
  }
  const find = ({ uri, local }: XmlName) => props.find((prop) => prop.uri === uri && prop.local === local);
  const found = wanted.flatMap((name) => find(name) ?? []).map((prop) => elementOf(prop, prop.xml));
  const missing = wanted.filter((name) => !find(name)).map((name) => elementOf(name, ''));
  return propstat('200 OK', found, missing.length === 0) + propstat('404 Not Found', missing);
}

function propstat(status: string, elements: readonly string[], isAlways = false): string {
  if (elements.length === 0 && !isAlways) return '';
  return `<d:propstat><d:prop>${elements.join('')}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`;
}

function elementOf({ uri, local }: XmlName, xml: string): string {
  const prefix = prefixes.get(uri);
  const [name, names] = prefix ? [`${prefix}:${local}`, ''] : [local, ` xmlns="${escapeXml(uri)}"`];
  return xml === '' ? `<${name}${names}/>` : `<${name}${names}>${xml}</${name}>`;
}

/** A text as the content or an attribute of an XML element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(notXml, '');
}

// Characters that XML has no place for, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
