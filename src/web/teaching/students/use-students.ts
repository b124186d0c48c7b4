import { useQuery } from '@tanstack/react-query';
import type { StudentsAnswer } from '#wire/students.ts';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** What the address of the students page may say. */
export const studentsList = {
  sorts: ['next', '-next', 'name', '-name', '-lessons', 'lessons', '-hours', 'hours', '-last', 'last'],
  filters: { state: ['booked', 'free'] },
} as const satisfies ListSpec;

/** One page of the instructor's students; what was there stays while the next answer is on its way. */
export function useStudents({ q, sort, page, filters }: ListQuery) {
  const user = useSession();
  const query = { q, sort, page, state: filters.state ?? '' };
  return useQuery({
    queryKey: ['lessons', 'students', user?.id, query],
    queryFn: ({ signal }) => readMarketplace<StudentsAnswer>('students', query, signal),
    placeholderData: (shown) => shown,
  });
}
