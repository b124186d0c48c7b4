import * as texts from '#texts/schedule.ts';

/** The days of the week as people here read it, from Monday; `weekday` as on the wire, 0 for Sunday. */
export const weekdays = [
  { weekday: 1, name: texts.monday },
  { weekday: 2, name: texts.tuesday },
  { weekday: 3, name: texts.wednesday },
  { weekday: 4, name: texts.thursday },
  { weekday: 5, name: texts.friday },
  { weekday: 6, name: texts.saturday },
  { weekday: 0, name: texts.sunday },
] as const;
