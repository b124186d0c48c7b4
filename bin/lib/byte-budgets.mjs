import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inProject } from './project.mjs';

const entry = 'src/web/app/entry-client.tsx';
const shell = 'src/web/shell/dashboard-routes.tsx';

/**
 * What a route may make a browser load, scripts and styles together, gzipped. `modules` are what the route imports when it is
 * opened; each brings what it imports itself. `beyond` is loaded already when one gets there and does not count.
 */
const budgets = [
  { name: 'landing page, after idle', kilobytes: 110, modules: [entry, 'src/web/app/styles/landing.css'] },
  { name: 'sign-in', kilobytes: 110, modules: [entry, 'src/web/app/styles/sign-in.css', 'src/web/auth/LoginPage.tsx'] },
  { name: 'dashboard shell', kilobytes: 165, modules: [entry, 'src/web/app/styles/app.css', shell] },
  {
    name: 'booking, beyond the shell',
    kilobytes: 45,
    modules: ['src/web/booking/BookLessonPage.tsx'],
    beyond: [entry, 'src/web/app/styles/app.css', shell],
  },
  {
    name: 'schedule, beyond the shell',
    kilobytes: 25,
    modules: ['src/web/schedule/SchedulePage.tsx'],
    beyond: [entry, 'src/web/app/styles/app.css', shell],
  },
];

/** The measured size of each budget against a build's manifest; `missing` names modules that the build does not have. */
export function measureBudgets(manifest, sizeOf) {
  return budgets.map(({ name, kilobytes, modules, beyond = [] }) => {
    const missing = [...modules, ...beyond].filter((module) => !manifest[module]);
    const known = filesOf(manifest, beyond);
    const bytes = [...filesOf(manifest, modules)]
      .filter((file) => !known.has(file))
      .reduce((sum, file) => sum + sizeOf(file), 0);
    return {
      name,
      kilobytes,
      measured: bytes / 1024,
      missing,
      isKept: missing.length === 0 && bytes <= kilobytes * 1024,
    };
  });
}

/** Files of these modules and of all that they import at once. What they import later is another route's. */
function filesOf(manifest, modules) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

function main() {
  const client = inProject('dist', 'client');
  const path = `${client}/manifest.json`;
  if (!existsSync(path)) {
    process.stdout.write('There is no built client to measure; run bin/check, which builds it.\n');
    return 1;
  }
  const sizeOf = (file) => gzipSync(readFileSync(`${client}/${file}`), { level: 9 }).length;
  const results = measureBudgets(JSON.parse(readFileSync(path, 'utf8')), sizeOf);
  for (const { name, kilobytes, measured, missing, isKept } of results) {
    const problem = missing.length > 0 ? ` (not in the build: ${missing.join(', ')})` : '';
    process.stdout.write(
      `${isKept ? 'ok  ' : 'FAIL'} ${name}: ${measured.toFixed(1)} of ${kilobytes} KB gzipped${problem}\n`,
    );
  }
  return results.every(({ isKept }) => isKept) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
