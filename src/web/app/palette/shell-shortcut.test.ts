import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overlayFor, switchQuestionMark } from './shell-shortcut.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
});

test.each([
  ['Ctrl+K', press('k', { ctrlKey: true }), false, 'palette'],
  ['Cmd+K with caps lock', press('K', { metaKey: true }), false, 'palette'],
  ['Ctrl+K in a field', press('k', { ctrlKey: true }), true, 'palette'],
  ['a K alone', press('k'), false, undefined],
  ['Ctrl+Alt+K', press('k', { ctrlKey: true, altKey: true }), false, undefined],
  ['a held Ctrl+K', press('k', { ctrlKey: true, repeat: true }), false, undefined],
  ['a question mark', press('?', { shiftKey: true }), false, 'shortcuts'],
  ['a question mark in a field', press('?', { shiftKey: true }), true, undefined],
  ['Ctrl+?', press('?', { ctrlKey: true }), false, undefined],
])('%s opens the right thing', (_, event, isTyping, opened) => {
  expect(overlayFor(event, isTyping)).toBe(opened);
});

test('the question mark can be switched off and on again', () => {
  switchQuestionMark(false);
  expect(overlayFor(press('?'), false)).toBeUndefined();
  switchQuestionMark(true);
  expect(overlayFor(press('?'), false)).toBe('shortcuts');
});
