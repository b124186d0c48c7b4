/** The stable name of a lesson in all calendars. */
export function lessonUid(lessonId: string): string {
  return `${lessonId}@kerbside`;
}

/** The stable name of the time to which a lesson was asked to move. */
export function moveUid(lessonId: string): string {
  return `${lessonId}-move@kerbside`;
}

/** Whether an event is a lesson of ours, or a time asked for it, that came back in somebody's calendar. */
export function isLessonUid(uid: string): boolean {
  return /^[a-z0-9]{15}(?:-move)?@kerbside$/.test(uid);
}
