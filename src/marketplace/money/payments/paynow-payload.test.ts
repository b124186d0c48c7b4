import jsQr from 'jsqr';
import PaynowQR from 'paynowqr';
import QRCode from 'qrcode';
import { describe, expect, test } from 'vitest';
import { paynowPayload } from './paynow-payload.ts';

const request = {
  uen: '202612345K',
  merchantName: 'KERBSIDE SANDBOX',
  amountCents: 10_395,
  reference: 'PAYMENTPAYMENT1',
  expiry: '20261231235959',
};

/** The tags of a payload, nested ones whole, in order. */
function tagsOf(payload: string): Array<[id: string, value: string]> {
  const tags: Array<[string, string]> = [];
  for (let at = 0; at < payload.length; ) {
    const length = Number(payload.slice(at + 2, at + 4));
    tags.push([payload.slice(at, at + 2), payload.slice(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return tags;
}

describe('a PayNow code', () => {
  test('says the same as an independent maker of them', () => {
    const { uen, expiry, reference, merchantName } = { ...request, expiry: '20261231' };
    const other = new PaynowQR({
      uen,
      amount: 103.95,
      editable: false,
      expiry,
      refNumber: reference,
      company: merchantName,
    }).output();
    expect(tagsOf(paynowPayload({ ...request, expiry }))).toEqual(tagsOf(other));
  });

  test('writes whole cents and a checksum over everything', () => {
    const payload = paynowPayload({ ...request, amountCents: 8050 });
    expect(Object.fromEntries(tagsOf(payload))).toMatchObject({
      '00': '01',
      '01': '12',
      '53': '702',
      '54': '80.50',
      '58': 'SG',
    });
    expect(payload).toMatch(/6304[0-9A-F]{4}$/);
    expect(paynowPayload({ ...request, amountCents: 8051 }).slice(-4)).not.toBe(payload.slice(-4));
  });

  test('can be read back from its picture', () => {
    const payload = paynowPayload(request);
    const { modules } = QRCode.create(payload);
    const quiet = 4;
    const scale = 4;
    const side = (modules.size + 2 * quiet) * scale;
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const [row, column] = [Math.floor(y / scale) - quiet, Math.floor(x / scale) - quiet];
        const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
        if (isInside && modules.get(row, column)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
      }
    }
    expect(jsQr.default(pixels, side, side)?.data).toBe(payload);
  });
});
