import { domainToASCII, domainToUnicode } from 'node:url';

const letter = 'A-Za-z\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF';
const localPart = new RegExp(`^[${letter}\\d!#$%&'*+\\-/=?^_\`{|}~]+(?:\\.[${letter}\\d!#$%&'*+\\-/=?^_\`{|}~]+)*$`);
const domainFront = new RegExp(`^[${letter}\\d](?:[${letter}\\d\\-._~]*[${letter}\\d])?$`);
const domainEnd = new RegExp(`^[${letter}](?:[${letter}\\d\\-_~]*[${letter}])?$`);
const maxEmailLength = 255;

/**
 * True for an e-mail address as the reference takes it: a dotted domain whose last part begins and ends with a letter. Unlike there it has one spelling only,
 * but for the capitals of A to Z: what the database, JavaScript and mail servers read in different ways could be two people's.
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.length > maxEmailLength || !isOneSpelling(text, at)) return false;
  const domain = text.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return (
    dot > 0 &&
    localPart.test(text.slice(0, at)) &&
    domainFront.test(domain.slice(0, dot)) &&
    domainEnd.test(domain.slice(dot + 1))
  );
}

const plainAscii = /^[!-~]*$/;
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

function isOneSpelling(text: string, at: number): boolean {
  if (text.endsWith('.')) return false;
  if (plainAscii.test(text)) return true;
  const small = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domain = small.slice(at + 1);
  return (
    !unseen.test(small) &&
    small === small.normalize('NFKC') &&
    small === small.toLowerCase() &&
    domain === domainToUnicode(domainToASCII(domain))
  );
}

const hostLabel = /^[A-Za-z0-9\u00a1-\uffff](?:[A-Za-z0-9_\u00a1-\uffff-]*[A-Za-z0-9\u00a1-\uffff])?$/;
const maxUrlLength = 2083;

/**
 * The host (with its port) of a URL as the reference takes it, undefined when the text is none: the scheme in lower case or left out, a
 * user before `@`, then a host of labels, an IPv4 address or an IPv6 address in brackets. Without a scheme the host is `''`.
 */
export function urlHost(text: string): string | undefined {
  if (text.length <= 3 || text.length >= maxUrlLength || text.startsWith('.') || /\s/.test(text)) return undefined;
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  const scheme = /^(?:ftp|tcp|udp|wss?|https?):\/\//.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  if (scheme === '' && !/[.:]/.test(rest)) return undefined;
  const [authority = ''] = rest.split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const port = /:\d{1,5}$/.exec(host)?.[0] ?? '';
  if (!isHost(host.slice(0, host.length - port.length))) return undefined;
  return scheme === '' ? '' : host;
}

function isHost(host: string): boolean {
  if (host.startsWith('[')) return URL.canParse(`http://${host}`);
  const labels = host.replace(/\.$/, '').split('.');
  if (labels.length > 1 && labels.every((label) => /^\d+$/.test(label))) {
    return labels.length === 4 && labels.every((label) => Number(label) <= 255);
  }
  return labels.every((label) => hostLabel.test(label));
}
