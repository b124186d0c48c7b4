import { ClientResponseError } from 'pocketbase';
import { describe, expect, it } from 'vitest';
import { fieldCodeFor, fieldMessageFor, formMessageFor, messageFor } from './message-for.ts';

const fallbacks = [
  'Failed to login. Please check your credentials.',
  'Failed to sign in with Google. Please try again.',
  'Failed to sign up with Google. Please try again.',
  'Failed to send OTP. Please try again.',
  'Invalid OTP. Please try again.',
  'Failed to resend OTP. Please try again.',
  'Failed to create account. Please try again.',
];

const failure = (message: unknown, data: unknown = {}) =>
  new ClientResponseError({ url: '/x', status: 400, response: { status: 400, message, data } });

describe('what is shown after a failed call', () => {
  it.each(fallbacks)('is the server’s message, else %j [285]', (fallback) => {
    expect(messageFor(failure('Too many requests.'), fallback)).toBe('Too many requests.');
    expect(messageFor(failure(''), fallback)).toBe(fallback);
    expect(messageFor(failure('  '), fallback)).toBe(fallback);
    expect(messageFor(failure(undefined), fallback)).toBe(fallback);
    expect(messageFor(new TypeError('fetch failed'), fallback)).toBe(fallback);
    expect(messageFor(new ClientResponseError({ status: 0 }), fallback)).toBe(fallback);
  });

  it('is nothing when the request was aborted [286]', () => {
    expect(messageFor(new ClientResponseError({ isAbort: true }), 'fallback')).toBeUndefined();
  });

  it('is nothing for the form as a whole when the reason stands at one of its fields', () => {
    const past = failure('Failed to create record.', { date: { code: 'in_past', message: 'This day is over.' } });
    expect(formMessageFor(past, 'This could not be saved. Try again.', ['name', 'date'])).toBeUndefined();
    expect(formMessageFor(past, 'This could not be saved. Try again.', ['name'])).toBe(
      'This could not be saved. Try again.',
    );
  });

  it('says of one field in our words what the server found, and finds its code', () => {
    const taken = failure('Failed to create record.', {
      email: { code: 'validation_not_unique', message: 'Value must be unique.' },
    });
    expect(fieldMessageFor(taken, 'email')).toBe('An account with this address exists already. Sign in instead.');
    expect(fieldCodeFor(taken, 'email')).toBe('validation_not_unique');
    expect(fieldMessageFor(taken, 'name')).toBeUndefined();
    const fake = failure('Failed to create record.', {
      evidence: {
        code: 'validation_invalid_mime_type',
        message: '"a_hbgym9r2jp.jpg" mime type must be one of: image/png.',
      },
    });
    expect(fieldMessageFor(fake, 'evidence')).toBe('Files of this kind are not accepted.');
  });
});
