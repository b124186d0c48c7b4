import type { MouseEvent } from 'react';

/** Whether a click on a link is for this page to follow: not one that opens a tab or a window, or saves. */
export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
