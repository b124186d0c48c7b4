import { test } from '@playwright/test';
import { expectPending } from './support/expect-pending.ts';
import { writes } from './support/writes.ts';

for (const { name, call, open, button } of writes) {
  test(
    `${name} answers the press at once and takes no second one`,
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      await open(page, testInfo);
      await expectPending(page, button(page), call);
    },
  );
}
