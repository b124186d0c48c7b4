import type { ReactNode } from 'react';
import { Fragment, jsxs } from 'react/jsx-runtime';

/** The parts of a message with tags as the fixed children of one element: texts and the elements that its tags became. */
export function inline(parts: ReactNode[]): ReactNode {
  return jsxs(Fragment, { children: parts });
}
