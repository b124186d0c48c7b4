import { gzipSync } from 'node:zlib';
import { joinChunks } from './join-chunks.mjs';

const shell = 'src/web/app/shell/dashboard-routes.tsx';
const page = { weight: 1, room: 24_000 };
/** What is somebody's first page. */
const publicPage = { weight: 3, room: 8000 };
/** A dialog and whatever else comes after a page. */
const later = { weight: 0.5, room: Number.POSITIVE_INFINITY };
/**
 * How much each of these counts, the pages that people open most, and how many bytes it may load too many: less where that would take what
 * is left of a budget (byte-budgets.mjs).
 */
const own = {
  'src/web/app/entry-client.tsx': { weight: 3, room: 0 },
  'src/web/people/auth/LoginPage.tsx': { weight: 3, room: 400 },
  [shell]: { weight: 1, room: 8000 },
  'src/web/running/dashboard/DashboardPage.tsx': { weight: 5, room: 24_000 },
  'src/web/booking/book-lesson/BookLessonPage.tsx': { weight: 4, room: 1200 },
  'src/web/teaching/schedule/SchedulePage.tsx': { weight: 4, room: 6000 },
  'src/web/booking/lessons/LessonPage.tsx': { weight: 4, room: 24_000 },
};

/**
 * The name of the file that each module of the client belongs in, where it is one that several pages need. A first build tells what a
 * bundler would make of it: a file for what the same pages share. `run` is Vite’s `build`, and `config` what it is told.
 */
export async function planChunks(run, { plugins, build: options, ...config }) {
  const styled = new Set();
  const { output } = await run({
    ...config,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutStyles(styled), ...plugins],
    build: { ...options, write: false },
  });
  const chunks = output.filter(({ type }) => type === 'chunk').map((chunk) => describe(chunk, styled));
  return joinChunks(chunks, judge);
}

/** Styles are left out, and whoever imports some is noted: a file that others need, too, would bring the styles along. */
function withoutStyles(styled) {
  const nothing = '\0no-styles';
  return {
    name: 'without-styles',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('.css')) return null;
      styled.add(importer);
      return nothing;
    },
    load: (id) => (id === nothing ? 'export {}' : null),
  };
}

function describe(chunk, styled) {
  const isEntry = chunk.isEntry || chunk.isDynamicEntry;
  return {
    fileName: chunk.fileName,
    moduleIds: chunk.moduleIds,
    imports: chunk.imports,
    dynamicImports: chunk.dynamicImports,
    module: chunk.facadeModuleId ?? '',
    bytes: gzipSync(chunk.code).length,
    isEntry,
    mayJoin: !isEntry && !chunk.moduleIds.some((id) => styled.has(id)),
  };
}

function judge({ module }, loaded) {
  const known = Object.keys(own).find((path) => module.endsWith(path));
  if (known) return own[known];
  if (!loaded.some((chunk) => chunk.module.endsWith(shell))) return publicPage;
  return module.endsWith('Page.tsx') ? page : later;
}
