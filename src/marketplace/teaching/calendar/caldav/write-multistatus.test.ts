import { expect, test } from 'vitest';
import { writeMultistatus } from './write-multistatus.ts';

test('a property of another namespace keeps its own name, whatever it is called', () => {
  const wanted = [{ uri: 'constructor', local: 'colour' }];
  expect(writeMultistatus([{ href: '/lessons/', props: [] }], wanted)).toContain('<colour xmlns="constructor"/>');
});
