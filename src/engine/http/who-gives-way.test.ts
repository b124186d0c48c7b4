import { expect, test } from 'vitest';
import { whoGivesWay } from './who-gives-way.ts';

const choose = (holders: string[], ip: string) => whoGivesWay(holders, (holder) => holder, ip);
const v6 = (wide: number, narrow: number) => `2001:0db8:000${wide}:000${narrow}:0000:0000:0000:0001`;

test('[25.19] the network with the most gives way: the wide one, in it the narrow one, of that the first', () => {
  const holders = [v6(1, 1), '9.0.0.1', v6(1, 2), v6(1, 2), '9.0.0.2'];
  expect(choose(holders, '8.8.8.8')).toBe(v6(1, 2));
  expect(choose(['9.0.0.1', '9.0.0.2', '9.0.1.1'], '8.8.8.8')).toBe('9.0.0.1');
});

test('[25.19] nobody gives way to a network that would then hold more than the one that gave', () => {
  expect(choose(['9.0.0.1', '9.0.1.1'], '8.8.8.8')).toBeUndefined();
  expect(choose(['9.0.0.1', '9.0.0.1', '8.8.8.8'], '8.8.8.8')).toBeUndefined();
  expect(choose([], '8.8.8.8')).toBeUndefined();
});

test('[25.19] a neighbour in the same wide network is judged by the narrow ones', () => {
  expect(choose(['9.0.0.1', '9.0.0.1', '9.0.0.1'], '9.0.0.2')).toBe('9.0.0.1');
  expect(choose([v6(1, 1), v6(1, 2)], v6(1, 3))).toBeUndefined();
});
