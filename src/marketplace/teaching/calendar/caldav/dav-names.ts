import type { XmlName } from '#engine/xml/parse-xml.ts';

/** The namespaces of WebDAV, of CalDAV, and of the tag by which programs see that a calendar changed. */
export const dav = 'DAV:';
export const caldav = 'urn:ietf:params:xml:ns:caldav';
export const calendarServer = 'http://calendarserver.org/ns/';

export function isNamed(name: XmlName, uri: string, local: string): boolean {
  return name.uri === uri && name.local === local;
}
