/** The part of a keyboard event that decides; so that the rule can be tried without a browser. */
type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean; repeat: boolean };

/** What of the shell lies over the page. */
export type Overlay = 'palette' | 'shortcuts';

/**
 * What a key press opens: Ctrl+K or Cmd+K the palette, also from a field; the question mark alone the list of shortcuts, unless somebody is
 * typing (`isTyping`) or has switched it off.
 */
export function overlayFor(event: Pressed, isTyping: boolean): Overlay | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, key } = event;
  if (altKey || repeat) return undefined;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey) return 'palette';
  return key === '?' && !ctrlKey && !metaKey && !isTyping && isQuestionMarkOn() ? 'shortcuts' : undefined;
}

const key = 'kerbside_question_mark';

/** Whether a bare question mark does anything: a single key must be possible to switch off (WCAG 2.1.4). */
export function isQuestionMarkOn(): boolean {
  return localStorage.getItem(key) !== 'off';
}

/** Keeps in this browser whether a bare question mark does anything. */
export function switchQuestionMark(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}
