import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureClient } from './check.mjs';
import { ensureTexts } from './ensure-texts.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { findNode } from './find-node.mjs';
import { freePort } from './free-port.mjs';
import { gates, runGates } from './gates.mjs';
import { installPackages } from './install-packages.mjs';
import { CommandError, inProject, root, runCommand, say } from './project.mjs';
import { withRunFolder } from './run-folder.mjs';

const results = inProject('.cache', 'test-results');
const vitestReport = `${results}/vitest.json`;
const playwrightReport = `${results}/playwright.json`;

/**
 * `bin/test`: everything. Sets up what it needs, runs all parts whatever fails, and ends with the number of passed and failed.
 * `bin/test FILE …`: only these, each by the program that its folder belongs to.
 */
export function run(args) {
  return runCommand(async () => {
    const { gates: isWhole, database, browser } = chooseParts(args);
    installPackages();
    await ensureTexts();
    const node = findNode();
    if (browser) ensureChromium();
    if (browser || database.some(startsProduct)) await ensureClient();
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
    const total = { passed: 0, failed: 0, failures: [] };
    // Gates are mostly one thread's work, and the tests on the database leave it the time while they wait for answers.
    await withRunFolder(async (folder) => {
      const first = [isWhole && runAllGates(node), database && runVitest(node, database, folder)].filter(Boolean);
      for (const counts of await Promise.all(first)) add(total, counts);
      if (browser) add(total, await runPlaywright(node, browser, folder));
    });
    // Said again at the end: of a long run often only the end is kept.
    for (const failure of total.failures) say(`\nFAILED ${failure}`);
    say(`\n${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 ? 0 : 1;
  });
}

function runAllGates(node) {
  say('\nGates');
  // The house rules are tests, which all run below.
  return runGates(
    node,
    gates.filter((gate) => !gate.isTest),
  );
}

/** Which parts a command line asks for, each with its files inside the project; no files: all that the part has. */
function chooseParts(args) {
  if (args.length === 0) return { gates: true, database: [], browser: [] };
  const files = args.map((path) => {
    const file = relative(root, resolve(path));
    if (!/\.test\.tsx?$/.test(file) || !existsSync(inProject(file)))
      throw new CommandError(`There is no test file "${path}". Usage: bin/test [FILE.test.ts …]`);
    return file;
  });
  const isInBrowser = (file) => file.startsWith('test/e2e/');
  const some = (chosen) => (chosen.length > 0 ? chosen : undefined);
  return {
    gates: false,
    database: some(files.filter((file) => !isInBrowser(file))),
    browser: some(files.filter(isInBrowser)),
  };
}

/** Whether a test starts the product as people do, with its pages. */
const startsProduct = (file) => file.startsWith('test/faults/');

function add(total, { passed, failed, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
}

async function runVitest(node, files, folder) {
  say('\nTests on the database');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const status = await show(node, [inProject('node_modules/vitest/vitest.mjs'), 'run', ...files, ...reporters], {
    TMPDIR: folder,
  });
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

async function runPlaywright(node, files, folder) {
  say('\nTests in the browser');
  const cli = inProject('node_modules/@playwright/test/cli.js');
  const status = await show(node, [cli, 'test', ...files, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    TMPDIR: folder,
    // What it made of the tests' files serves the next run, too.
    PWTEST_CACHE_DIR: inProject('.cache', 'playwright'),
    // A server that runs already is in nobody's way.
    E2E_PORT: process.env.E2E_PORT ?? String(await freePort()),
  });
  const report = readReport(playwrightReport);
  if (!report) return { passed: 0, failed: 1, failures: ['the tests in the browser left no report'] };
  const { expected, unexpected } = report.stats;
  return {
    passed: expected,
    failed: unexpected > 0 || status === 0 ? unexpected : 1,
    failures: report.suites.flatMap((suite) => failuresOfPlaywright(suite)),
  };
}

/** Place, title and what was said of each test that failed, without colours. */
function failuresOfPlaywright(suite) {
  const inner = (suite.suites ?? []).flatMap((one) => failuresOfPlaywright(one));
  const own = (suite.specs ?? []).filter((spec) => !spec.ok);
  return [...inner, ...own.map((spec) => `${spec.file}:${spec.line}: ${spec.title}\n${messagesOf(spec)}`)];
}

function messagesOf(spec) {
  const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
  const said = errors.map(({ message = '' }) => stripVTControlCharacters(message).slice(0, 1000));
  return said.join('\n');
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Compiled once for all the processes that tests start, as for the server that `bin/start` starts. */
const warm = { NODE_COMPILE_CACHE: inProject('.cache', 'compile') };

function show(node, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...warm, ...env } });
    child.on('error', reject);
    child.on('close', resolve);
  });
}
