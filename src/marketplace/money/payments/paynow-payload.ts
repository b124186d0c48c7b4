import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';

const singapore = 'Asia/Singapore';

export type PayNowRequest = {
  /** The business number that receives the money. */
  uen: string;
  merchantName: string;
  amountCents: number;
  /** At most 25 characters of letters, digits and dashes; comes back with the money. */
  reference: string;
  /** `YYYYMMDDhhmmss`, Singapore wall time. */
  expiry: string;
};

/** The text of a PayNow QR code (EMVCo merchant-presented, SGQR): dynamic, amount fixed, with a bill reference and a checksum. */
export function paynowPayload(request: PayNowRequest): string {
  const account =
    tag('00', 'SG.PAYNOW') + tag('01', '2') + tag('02', request.uen) + tag('03', '0') + tag('04', request.expiry);
  const body =
    tag('00', '01') +
    tag('01', '12') +
    tag('26', account) +
    tag('52', '0000') +
    tag('53', '702') +
    tag('54', (request.amountCents / 100).toFixed(2)) +
    tag('58', 'SG') +
    tag('59', request.merchantName.slice(0, 25)) +
    tag('60', 'Singapore') +
    tag('62', tag('01', request.reference.slice(0, 25)));
  const unchecked = `${body}6304`;
  return unchecked + checksum(unchecked);
}

function tag(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** CRC-16 with polynomial 0x1021 and start 0xFFFF over the whole text, its own tag and length included. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Until when a code is good, as it is written into one. */
export function paynowExpiry(instantMs: number): string {
  const minute = localMinuteOf(singapore, instantMs);
  const time = [Math.floor(minute / 60), minute % 60, 0].map((part) => String(part).padStart(2, '0')).join('');
  return dateText(localDayOf(singapore, instantMs)).replaceAll('-', '') + time;
}
