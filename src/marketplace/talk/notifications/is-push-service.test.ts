import { expect, test } from 'vitest';
import { isPushService } from './is-push-service.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-sg2p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('%s is a push service', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://127.0.0.1/abc',
  'https://notify.windows.com/abc',
  'https://169.254.169.254/latest/meta-data',
  'not an address',
])('%s is none', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false);
});

test('an origin that is trusted besides is one', () => {
  expect(isPushService('http://127.0.0.1:9000/push', ['http://127.0.0.1:9000'])).toBe(true);
  expect(isPushService('http://127.0.0.1:9001/push', ['http://127.0.0.1:9000'])).toBe(false);
});
