import { type KeepingFigures, type KeptThing, keptFor, keptThings } from '#rules/privacy/kept-for.ts';
import { formatUnit } from '#texts/format-number.ts';

/** What the privacy page says about each thing that is kept for a time; the jobs come from the same table. */
const lines: Record<KeptThing, (span: string) => string> = {
  bookings: (span) => `Bookings and payments: at least ${span}, as the law on business records asks.`,
  messages: (span) => `Messages and their files: ${span}.`,
  addresses: (span) => `Exact pick-up addresses and your note to the instructor: ${span} after the lesson.`,
  papers: (span) => `The files of papers for checking: ${span} after the decision.`,
  lessonWords: (span) => `What an instructor wrote about a lesson: ${span} after it. The levels of your skills stay.`,
  notifications: (span) => `Notifications: ${span}.`,
  mailWords: (span) => `What our mails to you said: ${span}.`,
  mailTraces: (span) => `That a mail was sent, without its words: ${span}.`,
  refundPayees: (span) =>
    `Your name, phone number and email address with a refund to a closed account: ${span} after it was sent, as your bank may return it. Where your bank takes a payment back: until it has decided.`,
  reports: (span) => `Reports that our staff make: ${span}.`,
  searchSums: (span) => `How often each area and hour was searched for, without who searched: ${span}.`,
  askedPlaces: (span) => `For which parts of the island you asked for a pick-up: ${span}.`,
};

/** How long what is kept, a sentence each. */
export function keptLines(figures: KeepingFigures): string[] {
  return Object.keys(keptThings).map((name) => {
    const { count, unit } = keptFor(name as KeptThing, figures);
    return lines[name as KeptThing](formatUnit(count, unit));
  });
}
