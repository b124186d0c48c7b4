import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inProject } from './project.mjs';

const entry = 'src/web/app/entry-client.tsx';
const shell = 'src/web/app/shell/dashboard-routes.tsx';

const app = 'src/web/platform/styles/app.css';
const signedIn = [entry, app, shell];

/**
 * What a route may make a browser load, scripts and styles together: how much, gzipped, and in how many files, each of which is a request.
 * `modules` are what the route imports when it is opened; each brings what it imports itself. `beyond` is loaded already when one gets
 * there and does not count.
 */
const budgets = [
  {
    name: 'landing page, after idle',
    kilobytes: 110,
    files: 6,
    modules: [entry, 'src/web/platform/styles/landing.css'],
  },
  {
    name: 'sign-in',
    kilobytes: 110,
    files: 9,
    modules: [entry, 'src/web/platform/styles/sign-in.css', 'src/web/people/auth/LoginPage.tsx'],
  },
  { name: 'dashboard shell', kilobytes: 165, files: 10, modules: signedIn },
  pageBudget('booking', 'src/web/booking/book-lesson/BookLessonPage.tsx', 45, 9),
  pageBudget('schedule', 'src/web/teaching/schedule/SchedulePage.tsx', 25, 6),
  pageBudget('dashboard', 'src/web/running/dashboard/DashboardPage.tsx', 85, 13),
  pageBudget('lesson', 'src/web/booking/lessons/LessonPage.tsx', 115, 15),
];

function pageBudget(page, module, kilobytes, files) {
  return { name: `${page}, beyond the shell`, kilobytes, files, modules: [module], beyond: signedIn };
}

/** What each budget measures in a build, by its manifest; `missing` names modules that the build does not have. */
export function measureBudgets(manifest, sizeOf) {
  return budgets.map(({ name, kilobytes, files, modules, beyond = [] }) => {
    const missing = [...modules, ...beyond].filter((module) => !manifest[module]);
    const loaded = [...filesOf(manifest, modules).difference(filesOf(manifest, beyond))];
    const bytes = loaded.reduce((sum, file) => sum + sizeOf(file), 0);
    return {
      name,
      kilobytes,
      files,
      measured: { kilobytes: bytes / 1024, files: loaded.length },
      missing,
      isKept: missing.length === 0 && bytes <= kilobytes * 1024 && loaded.length <= files,
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
  for (const { name, kilobytes, files, measured, missing, isKept } of results) {
    const problem = missing.length > 0 ? ` (not in the build: ${missing.join(', ')})` : '';
    process.stdout.write(
      `${isKept ? 'ok  ' : 'FAIL'} ${name}: ${measured.kilobytes.toFixed(1)} of ${kilobytes} KB gzipped, ${measured.files} of ${files} files${problem}\n`,
    );
  }
  return results.every(({ isKept }) => isKept) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
