import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Stars } from './Stars.tsx';

const counts = (...of: number[]) => of.map((count, place) => ({ stars: 5 - place, count }));

test('the rating says how many gave each number of stars; nothing before there is one', () => {
  const shown = renderToStaticMarkup(<Stars counts={counts(7, 2, 0, 0, 1)} />);
  const lines = [...shown.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, line = '']) => line.replaceAll(/<[^>]+>/g, ' '));
  expect(lines.map((line) => line.trim().replaceAll(/\s+/g, ' '))).toEqual([
    '5 stars 7',
    '4 stars 2',
    '3 stars 0',
    '2 stars 0',
    '1 star 1',
  ]);
  expect(renderToStaticMarkup(<Stars counts={counts(0, 0, 0, 0, 0)} />)).toBe('');
});
