import type { HydrationState } from 'react-router';
import type { ConfigFlags } from './config.ts';

/** What the server puts into a page for the browser's half: flags, its clock, and what the page's loaders read. */
export type PageState = {
  flags: ConfigFlags;
  now: string;
  /** Absent where the browser renders everything itself. */
  hydration?: HydrationState;
};

/** The id of the element that carries the state as JSON. */
export const pageStateId = 'page-state';
