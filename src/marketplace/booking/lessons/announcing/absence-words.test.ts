import { expect, test } from 'vitest';
import { noticesIn } from '#texts/by-language/notices.ts';

const words = { name: 'Weekend Tan', when: 'Sat 5 Dec', until: 'Sun 6 Dec', refund: 'S$66.00', isToCredit: 'false' };

test('a learner is told of credit for a missed lesson only where there is some', () => {
  const { instructorWasMissing } = noticesIn('en');
  expect(instructorWasMissing({ ...words, credit: 'S$0.00', hasCredit: 'false' })).toMatch(
    /S\$66\.00 comes back the way you paid after that\.$/,
  );
  expect(instructorWasMissing({ ...words, credit: 'S$10.00', hasCredit: 'true' })).toMatch(
    /after that, and you get S\$10\.00 of credit for another lesson\.$/,
  );
});
