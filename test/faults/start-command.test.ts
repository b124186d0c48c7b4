import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

// A small project of the same layout: the real commands, a server of a few lines, and pages that count as built.
const olderNode = findOlderNode();
const nodes = [
  { name: 'Node 24 or newer', program: process.execPath },
  ...(olderNode ? [{ name: 'an older Node', program: olderNode }] : []),
];
if (!olderNode) console.warn('Skipped: starting by an older Node, because the machine has none.');

let project: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  project = mkdtempSync('/tmp/kerbside-start-');
  for (const name of ['bin', '.nvmrc', 'package.json', 'package-lock.json']) {
    cpSync(join(root, name), join(project, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  cpSync(join(root, 'src/texts'), join(project, 'src/texts'), { recursive: true });
  const { hashClientSources } = await import(join(project, 'bin/lib/build-client.mjs'));
  mkdirSync(join(project, 'dist'));
  writeFileSync(join(project, 'dist/sources.sha256'), hashClientSources());
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
  rmSync(project, { recursive: true, force: true });
});

function findOlderNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    const version = existsSync(path) ? spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout : '';
    return /^v2[0-3]\./.test(version);
  });
}

function writeServer(text: string): void {
  writeFileSync(join(project, 'src/main.ts'), text);
}

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | string | null> };

function start(program: string, environment: Record<string, string> = {}): Run {
  const env = { ...process.env, ...environment };
  const child = spawn(program, [join(project, 'bin/start')], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'], env });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  return { child, output: () => output, ended };
}

async function untilSaid(run: Run, text: string): Promise<void> {
  while (!run.output().includes(text)) {
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, 20)),
      run.ended.then(() => Promise.reject(new Error(run.output()))),
    ]);
  }
}

const patientServer = `
  const pidFile: string = ${JSON.stringify('server.pid')};
  import { writeFileSync } from 'node:fs';
  writeFileSync(pidFile, String(process.pid));
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      signals++;
      console.log('got ' + signal + ' ' + signals);
      setTimeout(() => process.exit(signals === 1 ? 7 : 8), 200);
    });
  }
  setInterval(() => {}, 1000);
  console.log('up on ' + process.versions.node);
`;

describe.each(nodes)('started by $name', ({ program }) => {
  test('the server runs on Node 24 or newer and its exit code is kept', async () => {
    writeServer(`const text: string = process.versions.node; console.log('ran ' + text); process.exitCode = 3;`);
    const run = start(program);
    expect(await run.ended).toBe(3);
    expect(run.output()).toMatch(/ran (2[4-9]|[3-9]\d)\./);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the server once, which ends in its own way', async (signal) => {
    writeServer(patientServer);
    const run = start(program);
    await untilSaid(run, 'up on');
    run.child.kill(signal);
    expect(await run.ended).toBe(7);
    expect(run.output()).toContain(`got ${signal} 1`);
  });

  test('killed outright, it does not leave the server behind', async () => {
    writeServer(patientServer);
    const run = start(program);
    await untilSaid(run, 'up on');
    const pid = Number(readFileSync(join(project, 'server.pid'), 'utf8'));
    run.child.kill('SIGKILL');
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isRunning(pid)).toBe(false);
  });
});

test('[11.12] npm killed, it does not leave the server behind, whether or not a shell stands between', async () => {
  for (const between of ['exec ', '']) {
    writeServer(patientServer);
    // As npm runs a script: by `sh -c`, which may or may not step aside.
    const script = `${between}'${process.execPath}' bin/start; true`;
    const parent = between === '' ? script : script.replace('; true', '');
    const npm = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(parent)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`,
      ],
      {
        cwd: project,
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    started.push(npm);
    await new Promise<void>((resolve) =>
      npm.stdout.on('data', (chunk) => String(chunk).includes('up on') && resolve()),
    );
    const pid = Number(readFileSync(join(project, 'server.pid'), 'utf8'));
    npm.kill('SIGTERM');
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isRunning(pid)).toBe(false);
  }
});

test('[11.2] the server has the same limit of memory however it is started', async () => {
  const heaps: number[] = [];
  for (const { program } of nodes) {
    writeServer(
      `import { getHeapStatistics } from 'node:v8'; console.log('heap ' + Math.round(getHeapStatistics().heap_size_limit / 1048576));`,
    );
    const run = start(program);
    await run.ended;
    heaps.push(Number(/heap (\d+)/.exec(run.output())?.[1]));
  }
  // The young generation, three times 8 MiB, comes on top of the 384.
  expect(new Set(heaps)).toEqual(new Set([408]));
});

test('[11.15] the C library is asked to give freed memory back, unless the operator says otherwise', async () => {
  writeServer(`console.log('arenas ' + process.env.MALLOC_ARENA_MAX + ' trim ' + process.env.MALLOC_TRIM_THRESHOLD_);`);
  const run = start(nodes[0]?.program ?? process.execPath, { MALLOC_ARENA_MAX: '7' });
  await run.ended;
  expect(run.output()).toContain('arenas 7 trim 262144');
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('what it finds missing', () => {
  test('a Node 24 on a machine without one, in one sentence', async () => {
    if (!olderNode) return;
    rmSync(join(project, 'node_modules'));
    mkdirSync(join(project, 'node_modules'));
    cpSync(join(root, 'node_modules/.package-lock.json'), join(project, 'node_modules/.package-lock.json'));
    const run = start(olderNode);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^Kerbside needs Node 24 or newer and this is 2\d\.[^\n]*\n$/);
  });

  test('packages, which it installs by npm; when that fails it says so', async () => {
    rmSync(join(project, 'node_modules'));
    // A program in the place of npm: what is tested is when it is called, how, and what becomes of its failure.
    const tools = join(project, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "called with $*" >&2\nexit 1\n', { mode: 0o755 });
    const child = spawnSync(process.execPath, [join(project, 'bin/start')], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${tools}:${process.env.PATH}` },
    });
    expect(child.status).toBe(1);
    expect(child.stderr).toMatch(/not installed yet\. Installing them.*\ncalled with ci --omit=dev /s);
    expect(child.stderr.trim().split('\n').at(-1)).toMatch(/^Installing the packages failed \(see above\)\./);
  });

  test('a package of another version than the lock file names; the tools of who has them stay', () => {
    rmSync(join(project, 'node_modules'));
    mkdirSync(join(project, 'node_modules'));
    const record = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8');
    const fastify = JSON.parse(record).packages['node_modules/fastify'].version;
    const older = record.replace(`"version": "${fastify}"`, '"version": "0.0.1"');
    writeFileSync(join(project, 'node_modules/.package-lock.json'), older);
    const tools = join(project, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "called with $*" >&2\nexit 1\n', { mode: 0o755 });
    const child = spawnSync(process.execPath, [join(project, 'bin/start')], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${tools}:${process.env.PATH}` },
    });
    expect(child.stderr).toMatch(/^The packages are out of date \([\w@/-]+\).*\ncalled with ci --include=dev /s);
  });
});
