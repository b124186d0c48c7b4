import { afterEach, describe, expect, it } from 'vitest';
import { formatNumber } from '#texts/format-number.ts';
import { setLocale } from '#texts/locale.ts';
import { localeFor } from '#texts/locale-for.ts';
import { formatMoney } from './format-money.ts';
import { formatClock, formatDate, formatDay, formatMonth, weekdayName } from './format-time.ts';

afterEach(() => setLocale(localeFor('en')));

const noon = '2026-12-05T04:00:00.000Z';

describe('dates, numbers and money of another language', () => {
  it('follow it at once, in the zone they had', () => {
    const written = ['en', 'de', 'fr', 'zh'].map((language) => {
      setLocale(localeFor(language));
      return [formatDay(noon), formatDate('2026-11-12'), formatClock(noon), formatMonth('2026-11'), weekdayName(6)];
    });
    expect(written).toEqual([
      ['Sat 5 Dec', '12 Nov 2026', '12:00', 'Nov 2026', 'Saturday'],
      ['Sa., 5. Dez.', '12. Nov. 2026', '12:00', 'Nov. 2026', 'Samstag'],
      ['sam. 5 déc.', '12 nov. 2026', '12:00', 'nov. 2026', 'samedi'],
      ['12月5日周六', '2026年11月12日', '12:00', '2026年11月', '星期六'],
    ]);
  });

  it('say which dollar it is', () => {
    const written = ['en', 'de', 'zh', 'ms', 'ta'].map((language) => {
      setLocale(localeFor(language));
      return formatMoney(120_450).replaceAll(/\s/g, ' ');
    });
    expect(written).toEqual(['S$1,204.50', '1.204,50 S$', 'S$1,204.50', 'S$1,204.50', 'S$ 1,204.50']);
  });

  it('write numbers with their own signs, and English for a language that nobody knows', () => {
    const written = ['de', 'fr', 'xx'].map((language) => {
      setLocale(localeFor(language));
      return formatNumber(1234.5, 1).replaceAll(/\s/g, ' ');
    });
    expect(written).toEqual(['1.234,5', '1 234,5', '1,234.5']);
  });
});
