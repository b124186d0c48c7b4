import { expect, test } from 'vitest';
import { judgeAudit } from '../../bin/lib/deep-advisories.mjs';

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities: {}, metadata: { vulnerabilities } });

test('known weaknesses of packages fail the deep check from "moderate" on', () => {
  expect(judgeAudit(report({ ...none, low: 2 }))).toBe(true);
  expect(judgeAudit(report({ ...none, moderate: 1 }))).toBe(false);
  expect(judgeAudit(report({ ...none, critical: 1 }))).toBe(false);
});

test('a registry that gives no list passes nothing: that it was not asked is told apart', () => {
  expect(judgeAudit(JSON.stringify({ message: '405 Method Not Allowed', method: 'POST' }))).toBeUndefined();
  expect(judgeAudit(JSON.stringify({ error: { summary: 'audit endpoint returned an error' } }))).toBeUndefined();
  expect(judgeAudit('')).toBeUndefined();
});
