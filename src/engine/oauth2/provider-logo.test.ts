import { expect, test } from 'vitest';
import { providerLogo } from './provider-logo.ts';
import { providerNames } from './providers.ts';

/** Not in the set of marks: they have their first letters. */
const lettered = ['microsoft', 'yandex', 'monday', 'lark', 'mailcow', 'planningcenter'];

test('every provider has a logo of its own, which a page can turn into an address', () => {
  const logos = providerNames.filter((name) => !/^oidc\d/.test(name)).map(providerLogo);
  expect(new Set(logos).size).toBe(logos.length);
  for (const logo of logos) {
    expect(logo).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*viewBox="0 0 24 24">.+<\/svg>$/);
    expect(atob(btoa(logo))).toBe(logo);
  }
});

test('letters stand for those alone whose mark is not in the set', () => {
  expect(providerNames.filter((name) => providerLogo(name).includes('<text'))).toEqual(lettered);
});

test('every OpenID provider has the mark of OpenID, and so has one that is not known', () => {
  const mark = providerLogo('oidc');
  expect(mark).toContain('<path');
  expect([providerLogo('oidc2'), providerLogo('oidc3'), providerLogo('of_an_operator')]).toEqual([mark, mark, mark]);
});
