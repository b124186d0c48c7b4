import { describe, expect, it } from 'vitest';
import { isReturnPath } from './wanted-path.ts';

describe('a path to return to after signing in', () => {
  it.each(['/dashboard', '/dashboard/book-lesson?instructor=a&start=b', '/dashboard?x=1'])('may be %s', (path) => {
    expect(isReturnPath(path)).toBe(true);
  });

  it.each(['/', '/login', '/dashboards', '//evil.example/dashboard', 'https://evil.example', '/dashboard\\..\\x', ''])(
    'may not be %j',
    (path) => {
      expect(isReturnPath(path)).toBe(false);
    },
  );
});
