/** The part of a keyboard event that decides; so that the rule can be tried without a browser. */
export type ShortcutEvent = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
};

/** Ctrl+B or Cmd+B, each press once; where rich text is edited the keys mean bold and are left alone. */
export function isSidebarShortcut(event: ShortcutEvent, isEditingRichText: boolean): boolean {
  if (isEditingRichText || event.altKey || event.shiftKey || event.repeat) return false;
  return event.key.toLowerCase() === 'b' && event.ctrlKey !== event.metaKey;
}
