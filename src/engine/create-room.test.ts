import { expect, test } from 'vitest';
import { createRoom } from './create-room.ts';

test('[10.2] works run together up to their size, in their order, and one that is too large alone', async () => {
  const room = createRoom(100);
  const sizes = [40, 40, 100, 250, 10, 90, 1, 60];
  const order: number[] = [];
  let [inside, most] = [0, 0];
  const works = sizes.map((size, index) =>
    room(size, async () => {
      order.push(index);
      inside += Math.min(size, 100);
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= Math.min(size, 100);
      if (index === 1) throw new Error('broken');
    }),
  );
  const ends = await Promise.allSettled(works);
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(100);
});
