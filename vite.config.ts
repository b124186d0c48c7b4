import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzipSync, constants as zlib } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { planChunks } from './bin/lib/plan-chunks.mjs';

/** The language whose texts this build has; each complete language is a build of its own, English in the folder itself. */
const language = process.env.TEXTS_LANGUAGE ?? 'en';
// Whoever builds beside others builds in a folder of its own and puts it in place when it is whole.
const folder = process.env.PAGES_FOLDER ?? 'dist';
const dist = language === 'en' ? folder : `${folder}/${language}`;
const textsOfLanguage = {
  find: /^#texts\/(?!locale|format-number|keep-formatter|languages)([\w-]+)\.ts$/,
  replacement: join(import.meta.dirname, `src/texts/generated/${language}/$1.ts`),
};
const compressible = /\.(js|css|svg|json|txt)$/;

/** Writes `.br` and `.gz` beside each text asset, so that the server never compresses one twice. */
function compressAssets(folder: string): Plugin {
  return {
    name: 'compress-assets',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async writeBundle() {
      const quality = { [zlib.BROTLI_PARAM_QUALITY]: 11 };
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        compressible.test(name),
      );
      // Half of a build's work, done by all processors.
      await Promise.all(
        names.map(async (name) => {
          const bytes = readFileSync(join(folder, name));
          writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
          writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params: quality }));
        }),
      );
    },
  };
}

/** Writes the texts' modules before a build, and again when a catalogue changes while the build watches. */
function buildTexts(): Plugin {
  return {
    name: 'build-texts',
    async buildStart() {
      const { ensureTexts, textSources } = await import(join(import.meta.dirname, 'bin/lib/ensure-texts.mjs'));
      await ensureTexts();
      for (const path of textSources) this.addWatchFile(path);
    },
  };
}

/** Takes out Tailwind's stand-in for @property, a kilobyte in each sheet: every browser of our target has it. */
function dropPropertyFallback(): Plugin {
  return {
    name: 'drop-property-fallback',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
        asset.source = String(asset.source).replace(/@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/, '');
      }
    },
  };
}

/** What the browser's half of React Router asks of modules that only work with its framework mode or with tracing, neither of which we use. */
const withoutFramework: Readonly<Record<string, string>> = {
  'dom/ssr/components.js': `import { createContext } from 'react';
    export const FrameworkContext = createContext(undefined);
    export const PrefetchPageLinks = () => null;
    export const usePrefetchBehavior = () => [false, undefined, undefined];
    export const mergeRefs = (ref) => ref;`,
  'router/instrumentation.js': `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;`,
};
const routerPart = /\/react-router\/dist\/production\/lib\/(?:dom\/lib|components|router\/router)\.js$/;
const routerWarnings = /\/react-router\/dist\/production\/lib\/(?:router\/history|server-runtime\/warnings)\.js$/;

/** Leaves those modules out, three kilobytes of each first visit (docs/decisions/pages-rendered-by-the-server.md); a React Router that has them elsewhere fails the build. */
function leaveOutFrameworkMode(): Plugin {
  const left = new Set<string>();
  return {
    name: 'leave-out-framework-mode',
    enforce: 'pre',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    resolveId(source, importer = '') {
      if (!routerPart.test(importer)) return null;
      const asked = join(dirname(importer), source);
      const part = Object.keys(withoutFramework).find((path) => asked.endsWith(`/lib/${path}`));
      if (part === undefined) return null;
      left.add(part);
      return `\0without-framework/${part}`;
    },
    load: (id) => withoutFramework[id.replace('\0without-framework/', '')] ?? null,
    transform(code, id) {
      // What it writes into a visitor's console is for developers, who have the server's half of it.
      if (routerWarnings.test(id)) return code.replace(/^function (?=warn)/gm, '/* @__NO_SIDE_EFFECTS__ */ function ');
      if (!routerPart.test(id)) return null;
      // Forms and other links, which we don't use, are only kept for the names they get in developer tools.
      return code
        .replace(/^[A-Z]\w+\.displayName = "[^"]+";$/gm, '')
        .replace(/^(const [A-Z]\w+ =) (?=React\$1\.forwardRef\()/gm, '$1 /* @__PURE__ */ ');
    },
    buildEnd(error) {
      const missed = Object.keys(withoutFramework).filter((part) => !left.has(part));
      if (!error && missed.length > 0) throw new Error(`React Router no longer has ${missed.join(' and ')}.`);
    },
  };
}

const entry = 'src/web/app/entry-client.tsx';
const resolving = { alias: [textsOfLanguage] };
const scripts = {
  target: 'es2023',
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  // The list of what each chunk imports would make the entry larger; only styles must be there before their chunk runs.
  modulePreload: {
    polyfill: false,
    resolveDependencies: (_file: string, names: string[]) => names.filter((name) => name.endsWith('.css')),
  },
};
// Texts are constants of their catalogue's modules; here they come to stand where they are used.
const optimization = { inlineConst: { mode: 'all', pass: 3 } } as const;

/** File of each module that several pages need; empty while a build watches, where a page may be a hundred files. */
let fileOf: ReadonlyMap<string, string> = new Map();

/** Builds twice: what the first build makes of the pages tells how few files they can be (docs/decisions/pages-rendered-by-the-server.md). */
function joinFiles(): Plugin {
  return {
    name: 'join-files',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async buildStart() {
      if (this.meta.watchMode) return;
      const plugins = [leaveOutFrameworkMode(), react()];
      const rollupOptions = { optimization, input: [entry] };
      fileOf = await planChunks(build, { resolve: resolving, plugins, build: { ...scripts, rollupOptions } });
    },
  };
}

/**
 * Two builds of one source for each complete language: `vite build` writes dist/client (with a manifest that the server reads), and
 * `vite build --ssr src/web/app/entry-server.tsx` writes dist/server, which renders the public pages; with TEXTS_LANGUAGE=zh they
 * write dist/zh/client and dist/zh/server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'src/web/app/public',
  resolve: resolving,
  plugins: [
    buildTexts(),
    joinFiles(),
    leaveOutFrameworkMode(),
    react(),
    tailwindcss(),
    dropPropertyFallback(),
    compressAssets(`${dist}/client/assets`),
  ],
  build: {
    ...scripts,
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    outDir: isSsrBuild ? `${dist}/server` : `${dist}/client`,
    copyPublicDir: !isSsrBuild,
    manifest: isSsrBuild ? false : 'manifest.json',
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            optimization,
            input: [
              entry,
              'src/web/platform/styles/landing.css',
              'src/web/platform/styles/sign-in.css',
              'src/web/platform/styles/public.css',
              'src/web/platform/styles/app.css',
              'src/web/platform/styles/fonts.css',
            ],
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: (id: string) => fileOf.get(id) ?? null, debugName: 'shared by pages' }],
              },
            },
          },
        }),
  },
  ssr: { noExternal: true },
  // Otherwise the server would render by whatever its environment says, and React's parts for development take four times as long.
  ...(isSsrBuild && process.env.NODE_ENV === 'production'
    ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
}));
