import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { ensureClient } from './check.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { findNode } from './find-node.mjs';
import { gates, runGates } from './gates.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, root, runCommand, say } from './project.mjs';

const results = inProject('.cache', 'test-results');
const vitestReport = `${results}/vitest.json`;
const playwrightReport = `${results}/playwright.json`;

/** `bin/test`: everything. Sets up what it needs, runs all parts whatever fails, and ends with the number of passed and failed. */
export function run() {
  return runCommand(async () => {
    installPackages();
    await ensureTexts();
    const node = findNode();
    ensureChromium();
    await ensureClient();
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
    say('\nGates');
    // The house rules are tests, which all run below.
    const total = await runGates(
      node,
      gates.filter((gate) => !gate.isTest),
    );
    say('\nTests on the database');
    add(total, await runVitest(node));
    if (readdirSync(inProject('test', 'e2e')).some((name) => name.endsWith('.test.ts'))) {
      say('\nTests in the browser');
      add(total, await runPlaywright(node));
    }
    // Said again at the end: of a long run often only the end is kept.
    for (const failure of total.failures) say(`\nFAILED ${failure}`);
    say(`\n${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 ? 0 : 1;
  });
}

function add(total, { passed, failed, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
}

async function runVitest(node) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const status = await show(node, [inProject('node_modules/vitest/vitest.mjs'), 'run', ...reporters]);
  const report = readReport(vitestReport);
  if (!report) return { passed: 0, failed: 1, failures: ['the tests on the database left no report'] };
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites, numPendingTests: skipped } = report;
  if (skipped > 0) say(`${skipped} tests were skipped here; each says above why.`);
  // A file that can't even be loaded has no tests to fail.
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  return { passed, failed: failed > 0 || status === 0 ? failed : 1, failures: failuresOfVitest(report) };
}

/** Name and first message of each test, and of each file that could not be loaded. */
function failuresOfVitest(report) {
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && tests.length === 0) return [`${file.name}\n${file.message}`];
    return tests.map((test) => `${file.name}: ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2000)}`);
  });
}

async function runPlaywright(node) {
  const cli = inProject('node_modules/@playwright/test/cli.js');
  const status = await show(node, [cli, 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    E2E_RETRIES: '1',
    E2E_PORT: process.env.E2E_PORT ?? String(await findFreePort()),
  });
  const report = readReport(playwrightReport);
  if (!report) return { passed: 0, failed: 1, failures: ['the tests in the browser left no report'] };
  const { expected, flaky, unexpected } = report.stats;
  // Listed for whoever reads the run to find out why (docs/decisions/0046); the database's tests get no second try.
  for (const title of report.suites.flatMap((suite) => titlesOf(suite, isFlaky)))
    say(`\nONLY AT THE SECOND TRY ${title}`);
  return {
    passed: expected + flaky,
    failed: unexpected > 0 || status === 0 ? unexpected : 1,
    failures: report.suites.flatMap((suite) => titlesOf(suite, (spec) => !spec.ok)),
  };
}

/** A port that nothing listens on, so that a server that runs already is in nobody's way. */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const isFlaky = (spec) => spec.tests.some((test) => test.status === 'flaky');

function titlesOf(suite, isWanted) {
  const inner = (suite.suites ?? []).flatMap((one) => titlesOf(one, isWanted));
  const own = (suite.specs ?? []).filter(isWanted);
  return [...inner, ...own.map((spec) => `${spec.file}:${spec.line}: ${spec.title}`)];
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function show(node, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', resolve);
  });
}
