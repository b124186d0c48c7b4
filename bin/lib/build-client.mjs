import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtLanguages } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { CommandError, inProject, root, say } from './project.mjs';

/** Everything that the built client depends on. */
const sources = [
  'src/web',
  'src/rules',
  'src/texts',
  'vite.config.ts',
  'bin/lib/plan-chunks.mjs',
  'bin/lib/join-chunks.mjs',
  'package.json',
  'package-lock.json',
];
const dist = 'dist';
const stampName = 'sources.sha256';

/**
 * How `vite` is called for the two builds of each complete language: what browsers load, and what renders the public pages on the
 * server. The texts' modules must be there.
 */
export function listClientBuilds() {
  return builtLanguages().flatMap((language) => {
    const env = { ...process.env, TEXTS_LANGUAGE: language };
    return [
      { name: `browser, ${language}`, env, args: ['build'] },
      { name: `server pages, ${language}`, env, args: ['build', '--ssr', 'src/web/app/entry-server.tsx'] },
    ];
  });
}

/** The state of the client's sources as a short text. */
export function hashClientSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = inProject(source);
    if (existsSync(path))
      for (const file of listFiles(source)) hash.update(`${file}\n`).update(readFileSync(inProject(file)));
  }
  return hash.digest('hex');
}

/** True when dist/ was built from these very sources. */
export function isClientBuilt(sourcesHash) {
  const stamp = inProject(dist, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash;
}

/**
 * Builds the client from its sources. It is built aside and put in place when it is whole: what a server is using stays until then, and a build
 * that is cut off, as by `signal`, leaves it as it was. Of several at once each puts the same in place.
 */
export async function buildClient(sourcesHash, signal) {
  say('Building the pages; this takes some seconds …');
  const startedMs = Date.now();
  const aside = `.cache/pages-${process.pid}`;
  rmSync(inProject(aside), { recursive: true, force: true });
  mkdirSync(inProject(aside), { recursive: true });
  try {
    const results = await Promise.all(listClientBuilds().map((build) => runVite(build, { aside, signal })));
    for (const { name, status, output } of results) {
      if (status !== 0) throw new CommandError(`${output}\nBuilding the pages failed (${name}).`);
    }
    writeFileSync(inProject(aside, stampName), sourcesHash);
    if (!isClientBuilt(sourcesHash)) putInPlace(aside);
  } finally {
    rmSync(inProject(aside), { recursive: true, force: true });
  }
  say(`Built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
}

// The old folder goes as a whole: a language that is no longer complete must not be served from an old build.
function putInPlace(aside) {
  const old = inProject(`${aside}-old`);
  if (existsSync(inProject(dist))) renameSync(inProject(dist), old);
  renameSync(inProject(aside), inProject(dist));
  rmSync(old, { recursive: true, force: true });
}

function runVite({ name, args, env }, { aside, signal }) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      findNode(),
      [inProject('node_modules/vite/bin/vite.js'), ...args, '--configLoader', 'native', '--logLevel', 'warn'],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...env, NODE_ENV: 'production', PAGES_FOLDER: aside },
        signal,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ name, status, output }));
  });
}

function listFiles(path) {
  const entries = readEntries(path);
  if (!entries) return [path];
  return entries
    .filter((entry) => !/\.test\.tsx?$|^generated$/.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap(listFiles);
}

function readEntries(path) {
  try {
    return readdirSync(inProject(path), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
