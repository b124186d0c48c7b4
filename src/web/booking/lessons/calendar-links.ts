import * as texts from '#texts/lessons.ts';

type CalendarEntry = { title: string; start: string; end: string; place: string; details: string };

/** `20261205T020000Z`, the basic form of an instant that calendars read. */
function basicInstant(instant: string): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

/** A link that opens Google Calendar with the lesson filled in. */
export function googleCalendarLink({ title, start, end, place, details }: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${basicInstant(start)}/${basicInstant(end)}`,
    location: place,
    details,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** A link that opens Outlook on the web with the lesson filled in. */
export function outlookCalendarLink({ title, start, end, place, details }: CalendarEntry): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
    location: place,
    body: details,
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}

/** Where a map shows the pick-up: the postal code pins the block in Singapore, the words help where it does not. */
export function mapLink(pickup: string, postalCode: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${placeOf(pickup, postalCode)}`;
}

/** The way by car from where one is to the pick-up. */
export function routeLink(pickup: string, postalCode: string): string {
  return `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${placeOf(pickup, postalCode)}`;
}

function placeOf(pickup: string, postalCode: string): string {
  return encodeURIComponent(`${pickup}, ${[texts.singapore, postalCode].filter(Boolean).join(' ')}`);
}
