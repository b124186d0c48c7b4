import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Person } from '#wire/users.ts';
import { userColumns } from './user-columns.tsx';

test('each row of the users table has a picture: the person’s own, or two letters where there is none [218]', () => {
  const [name] = userColumns(() => undefined);
  const shown = (avatarUrl: string) =>
    renderToStaticMarkup(name?.cell({ name: 'Mei Ling Tan', email: 'mei@kerbside.example', avatarUrl } as Person));
  expect(shown('/api/files/users/a/mei.jpg')).toContain('<img src="/api/files/users/a/mei.jpg"');
  expect(shown('').replaceAll(/<[^>]+>/g, ' ')).toMatch(/^\s*ME\s+Mei Ling Tan\s*$/);
});
