/** What `GET /api/marketplace/preview-offer` answers: what learners are offered with what is saved, and with other settings. */
export type OfferPreviewAnswer = {
  /** Of the lessons that are counted; null where none is offered. */
  durationMinutes: number | null;
  saved: Offered;
  wanted: Offered;
  /** How many times are left for a pick-up in the middle of each area, where drives are considered. */
  areas: AreaCount[];
  /** How many learners wait for times in the areas, where these are asked for. */
  waiting?: { saved: number; wanted: number };
};

/** Free times, and the first and last of them as instants. */
export type Offered = { count: number; first: string | null; last: string | null };

export type AreaCount = { area: string; saved: number; wanted: number };

/** What `GET /api/marketplace/instructors/{id}/checks` answers. */
export type ChecksAnswer = { items: Checked[] };

/** What was checked, on which local date, and for the instructor and staff until when it holds (empty: for good). */
export type Checked = { kind: string; checkedOn: string; expiresOn?: string };
