import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PickUp } from './PickUp.tsx';

const ahead = { status: 'confirmed', end: '2999-01-01T00:00:00Z', pickup: '', postalCode: '' };

test('a lesson ahead without a pick-up asks for one by message, but not where nobody can be written to', () => {
  expect(renderToStaticMarkup(<PickUp lesson={{ ...ahead, learner: 'learner00000001' }} />)).toMatch(/by message/);
  expect(renderToStaticMarkup(<PickUp lesson={{ ...ahead, learner: '' }} />)).toBe('None was given');
});
