import { expect, test } from 'vitest';
import { isSidebarShortcut } from './sidebar-shortcut.ts';

const plain = { key: 'b', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };

test('[125] [126] Ctrl+B and Cmd+B toggle the sidebar, also with caps lock on', () => {
  expect(isSidebarShortcut({ ...plain, ctrlKey: true }, false)).toBe(true);
  expect(isSidebarShortcut({ ...plain, metaKey: true }, false)).toBe(true);
  expect(isSidebarShortcut({ ...plain, key: 'B', ctrlKey: true }, false)).toBe(true);
});

test('other keys, other modifiers and a key held down do nothing', () => {
  expect(isSidebarShortcut(plain, false)).toBe(false);
  expect(isSidebarShortcut({ ...plain, key: 'k', ctrlKey: true }, false)).toBe(false);
  expect(isSidebarShortcut({ ...plain, ctrlKey: true, shiftKey: true }, false)).toBe(false);
  expect(isSidebarShortcut({ ...plain, ctrlKey: true, repeat: true }, false)).toBe(false);
});

test('where rich text is edited the keys stay with the editor', () => {
  expect(isSidebarShortcut({ ...plain, ctrlKey: true }, true)).toBe(false);
});
