import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Conversation } from './conversation-record.ts';
import { OtherFace } from './OtherFace.tsx';

const conversation = {
  learner: 'learner00000001',
  learnerName: 'Mei Ling Tan',
  instructorName: 'Ravi Chandran',
  expand: { instructor: { id: 'teacher00000001', photo: 'ravi.svg' } },
} as Conversation;
const roster = [{ learner: { id: 'learner00000001', avatarUrl: '/api/files/users/learner00000001/mei.svg' } }];

function faceFor(me: string, known: object[]): string {
  const queries = new QueryClient();
  queries.setQueryData(['dashboard', 'instructor', undefined], { roster: known });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <OtherFace conversation={conversation} me={me} className="size-10" />
    </QueryClientProvider>,
  );
}

test('a conversation shows the picture of the other side, and two letters only of whom nobody has one', () => {
  expect(faceFor('learner00000001', [])).toContain(
    'src="/api/files/instructors/teacher00000001/ravi.svg?thumb=128x128"',
  );
  expect(faceFor('account00000001', roster)).toContain('src="/api/files/users/learner00000001/mei.svg"');
  expect(faceFor('account00000001', [])).toContain('>ME<');
});
