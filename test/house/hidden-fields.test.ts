import { expect, test } from 'vitest';
import { personRule } from '#marketplace/platform/rights/field-rights.ts';
import { hiddenFields } from '../deep/hidden-fields.ts';

test('what the deep check looks for in answers are the fields that the collections say are not everybody’s', () => {
  const fields = hiddenFields();
  expect(fields.users).toMatchObject({ password: null, tokenKey: null });
  expect(fields._superusers).toMatchObject({ password: null, tokenKey: null });
  expect(fields.outside_calendars).toMatchObject({ url: null });
  expect(fields.lessons?.startCode).toContain('learner = @request.auth.id');
  expect(fields.payments?.clientSecret).toContain(personRule);
  expect(fields.instructors).toHaveProperty('retiresOn');
  expect(fields.instructors).not.toHaveProperty('name');
});
