import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { EarningsOverTime } from './EarningsOverTime.tsx';

const part = (date: string, lessons: number, netCents: number) => ({
  date,
  lessons,
  netCents,
  grossCents: netCents,
  feeCents: 0,
});

test('the chart of earnings and the table beside it say the same of each day, and a day’s sum leads to its lessons', () => {
  const parts = [part('2026-11-02', 2, 10_000), part('2026-11-03', 0, 0), part('2026-11-04', 1, 5000)];
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <EarningsOverTime overTime={{ unit: 'day', parts }} days={{ from: '2026-11-02', to: '2026-11-04' }} />
    </MemoryRouter>,
  );
  expect(shown).toMatch(/role="img" aria-label="[^"]*S\$100\.00[^"]*2 Nov/);
  const bars = [...shown.matchAll(/<title>([^<]*)<\/title>.*?height="([\d.]+)" class="fill-green"/gs)];
  expect(bars.map(([, title, height]) => [title, Number(height)])).toEqual([
    ['Mon 2 Nov: S$100.00', 100],
    ['Tue 3 Nov: S$0.00', 0],
    ['Wed 4 Nov: S$50.00', 50],
  ]);
  const rows = [...shown.matchAll(/<tr class="border[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .trim()
      .replaceAll(/\s+/g, ' '),
  );
  expect(rows).toEqual(['Mon 2 Nov 2 S$100.00', 'Wed 4 Nov 1 S$50.00']);
  expect(shown).toContain('href="/dashboard/earnings?period=dates&amp;from=2026-11-04&amp;to=2026-11-04"');
});
