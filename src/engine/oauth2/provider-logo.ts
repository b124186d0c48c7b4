import { knownProviders } from './known-providers.ts';
import { providerMarks } from './provider-marks.ts';

const marks: Readonly<Record<string, { colour: string; path: string }>> = providerMarks;

/**
 * The logo of an outside provider as an SVG of 24 by 24 (wire contract, section 11.1): its mark, or its first two letters where the set that the marks are
 * from has none. All OpenID providers have that of OpenID. No letter is beyond Latin-1: clients make an address of it by `btoa`, which takes no others.
 */
export function providerLogo(name: string): string {
  const mark = marks[name];
  if (mark) return drawSvg(`<path fill="${mark.colour}" d="${mark.path}"/>`);
  const known = knownProviders[name];
  return known && !name.startsWith('oidc') ? drawLetters(known.displayName) : providerLogo('oidc');
}

function drawLetters(displayName: string): string {
  const shape = '<circle cx="12" cy="12" r="12" fill="#4b5563"/>';
  const text = `<text x="12" y="16" font-family="sans-serif" font-size="11" text-anchor="middle" fill="#fff">${displayName.slice(0, 2)}</text>`;
  return drawSvg(shape + text);
}

function drawSvg(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">${drawing}</svg>`;
}
