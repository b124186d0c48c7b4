import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const ofWeb = listFiles(['src/web']);

/** The roles of text with their sizes in pixels, as tokens.css has them. */
const roles = new Map(
  [...read('src/web/platform/styles/tokens.css').matchAll(/--text-([\w-]+): ([\d.]+)rem/g)].map(
    ([, name = '', rem]) => [name, Number(rem) * 16] as const,
  ),
);

test('text has six roles, and only labels are smaller than 15 pixels', () => {
  expect([...roles.keys()]).toEqual(['label', 'note', 'body', 'title', 'heading', 'display']);
  expect([...roles].filter(([name, size]) => size < 15 && name !== 'label')).toEqual([]);
  expect(new Set(roles.values()).size).toBe(roles.size);
});

/** Tailwind's own names of sizes, or a size of its own; the start page's headline alone has one. */
const otherSize = /(?<![\w-])text-(?:xs|sm|base|md|lg|xl|\dxl|\[(?:length:)?[\d.]+[a-z]+\])(?![\w-])/g;
const headline = 'text-[3.375rem]';

test('no page has a size of text beside the six roles', () => {
  const others = ofWeb
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...read(path).matchAll(otherSize)].map(([name]) => `${path}: ${name}`))
    .filter((found) => found !== `src/web/app/landing/LandingPage.tsx: ${headline}`);
  expect(others).toEqual([]);
});

test('no stylesheet has a size of text beside the six roles, in either theme', () => {
  const sizes = new Set([...roles.values(), 17]);
  const others = ofWeb
    .filter((path) => path.endsWith('.css'))
    // A map's names are drawn to its scale.
    .map((path) => ({ path, text: read(path).replace(/@utility area-map \{[\s\S]*?\n\}/, '') }))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:font-size|font|--body):[^;]*?([\d.]+)(rem|px|em)\b/g)].map(([, size, unit]) => ({
        said: `${path}: ${size}${unit}`,
        px: Number(size) * (unit === 'px' ? 1 : 16),
      })),
    )
    .filter(({ px }) => !sizes.has(px));
  expect(others.map(({ said }) => said)).toEqual([]);
});
