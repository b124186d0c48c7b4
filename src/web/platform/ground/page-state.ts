import type { HydrationState } from 'react-router';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import type { ConfigFlags } from './config.ts';

/** What the server puts into a page for the browser's half: flags, its clock, the policies in force, and what the page's loaders read. */
export type PageState = {
  flags: ConfigFlags;
  now: string;
  /** The figures of the policies in force. */
  policy?: PolicyValues;
  /** Absent where the browser renders everything itself. */
  hydration?: HydrationState;
};

/** The id of the element that carries the state as JSON. */
export const pageStateId = 'page-state';
