/** The stable name of a lesson in all calendars. */
export function lessonUid(lessonId: string): string {
  return `${lessonId}@kerbside`;
}

/** Whether an event is a lesson of ours that came back in somebody's calendar. */
export function isLessonUid(uid: string): boolean {
  return /^[a-z0-9]{15}@kerbside$/.test(uid);
}
