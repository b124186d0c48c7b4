import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NotificationTable } from './NotificationTable.tsx';
import type { NotificationType } from './notification-record.ts';

test('each notification has title, message, the word of its type, time, and whether it was read [207]', () => {
  const labels = { user: 'Lessons and messages', payment: 'Payment', system: 'Kerbside', security: 'Security' };
  const items = (Object.keys(labels) as NotificationType[]).map((type, place) => ({
    id: type,
    title: `News ${place}`,
    message: `Words ${place}`,
    type,
    link: '',
    read: place % 2 === 1,
    created: `2025-03-0${place + 1} 02:30:00.000Z`,
  }));
  const shown = renderToStaticMarkup(<NotificationTable caption="Recent" items={items} onMark={() => undefined} />);
  const rows = [...shown.matchAll(/<tr class="border[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => row);
  expect(rows).toHaveLength(4);
  for (const [place, label] of Object.values(labels).entries()) {
    const words = (rows[place] ?? '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const word of [`News ${place}`, `Words ${place}`, label, `${place + 1} Mar`, '10:30'])
      expect(words).toContain(word);
    expect(words).toMatch(place % 2 === 1 ? / Read / : / Unread /);
  }
});
