/** What `GET` and `POST /api/marketplace/calendar-address` answer: what a program subscribes to, and what it opens as a CalDAV account; null without an address. */
export type CalendarAddressAnswer = { url: string | null; caldavUrl: string | null };
