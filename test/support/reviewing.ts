import { makeInstructor, makePerson, type Teacher, type TestApp } from './start-app.ts';

export type Person = Awaited<ReturnType<typeof makePerson>>;
export type Scene = { teacher: Teacher; learner: Person; lesson: string };

/** Lessons that were given, what their two sides write of them, and what becomes of it. */
export function reviewingOn(appOf: () => TestApp) {
  /** A completed lesson that ended an hour ago. */
  async function completed(more: Partial<Scene> & { status?: string; at?: string } = {}): Promise<Scene> {
    const { at = '2026-11-21T08:00:00+08:00', status = 'completed' } = more;
    appOf().clock.set('2026-11-21T10:00:00+08:00');
    const teacher = more.teacher ?? (await makeInstructor(appOf()));
    const learner = more.learner ?? (await makePerson(appOf()));
    const body = { instructor: teacher.id, learner: learner.id, start: at, durationMinutes: 60, status };
    const { id } = await appOf().root.collection('lessons').create(body);
    return { teacher, learner, lesson: id };
  }

  const review = (client: Person, lesson: string, more: Record<string, unknown> = {}) =>
    client
      .collection('reviews')
      .create({ lesson, rating: 5, text: 'Calm and clear.', tags: ['patience', 'clarity'], ...more });
  const sees = (client: { collection: Person['collection'] }, id: string) =>
    client
      .collection('reviews')
      .getOne(id)
      .then(
        () => true,
        () => false,
      );
  const ratingOf = async ({ teacher }: Scene) => {
    const { ratingAverage, ratingCount, ratingShown } = await appOf().root.collection('instructors').getOne(teacher.id);
    return { ratingAverage, ratingCount, ratingShown };
  };
  const titles = async (client: Person) =>
    (await client.collection('notifications').getFullList()).map(({ title }) => title).sort();

  return { completed, review, sees, ratingOf, titles };
}
