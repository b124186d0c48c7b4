import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of the client's build, with its compressed forms where the build wrote some. */
export type StaticFile = { type: string; bytes: Buffer; gzip: Buffer | undefined; brotli: Buffer | undefined };

/** What a page is rendered from. `readApi` asks one of this server's own public reads. */
export type PageRequest = {
  url: string;
  nonce: string;
  flags: Record<string, unknown>;
  theme: 'light' | 'dark' | undefined;
  now: Date;
  readApi: (path: string) => Promise<{ status: number; body: unknown }>;
  assets: PageAssets;
};

/** A rendered page, with what failed on the way where it says that something did; or a redirect. */
export type RenderedPage =
  | { status: number; html: string; failures?: readonly unknown[] }
  | { status: number; location: string };

/** Addresses and texts of the build's parts that pages carry. */
export type PageAssets = {
  entryScript: string;
  entryImports: string[];
  styles: Record<string, { href: string; text: string }>;
  textFont: string;
};

export type WebBuild = {
  /** By address, such as `/assets/entry-client-abc.js`. */
  files: Map<string, StaticFile>;
  assets: PageAssets;
  renderPage: (page: PageRequest) => Promise<RenderedPage>;
};

type ManifestEntry = { file: string; imports?: string[]; isEntry?: boolean; name?: string; assets?: string[] };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The language of the build that lies in the folder itself. */
export const firstLanguage = 'en';

/**
 * Reads the builds of a folder: the first language's in it, each other language's in a folder of its name. All languages' files are in
 * one table, since their names tell their contents.
 */
export async function loadWebBuilds(distFolder: string): Promise<Map<string, WebBuild>> {
  const builds = new Map([[firstLanguage, await loadWebBuild(distFolder)]]);
  for (const { name } of readdirSync(distFolder, { withFileTypes: true })) {
    const folder = join(distFolder, name);
    if (existsSync(join(folder, 'client', 'manifest.json'))) builds.set(name, await loadWebBuild(folder));
  }
  return builds;
}

/** Reads the built client and its renderer from a folder that has `client` and `server`. Throws with a plain sentence when it is not there. */
async function loadWebBuild(distFolder: string): Promise<WebBuild> {
  const clientFolder = join(distFolder, 'client');
  const manifest = readManifest(join(clientFolder, 'manifest.json'));
  const files = readFiles(clientFolder);
  const server: { renderPage: WebBuild['renderPage'] } = await import(
    pathToFileURL(join(distFolder, 'server', 'entry-server.js')).href
  );
  return { files, assets: pageAssets(manifest, files), renderPage: server.renderPage };
}

function readManifest(path: string): Record<string, ManifestEntry> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The client is not built: ${path} cannot be read. Start with "npm start", which builds it.`, {
      cause,
    });
  }
}

function readFiles(folder: string): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const known = new Set(names);
  const read = (name: string) => (known.has(name) ? readFileSync(join(folder, name)) : undefined);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = types[extname(name)];
    const bytes = type && read(name);
    if (!type || !bytes) continue;
    const address = `/${name.replaceAll('\\', '/')}`;
    files.set(address, { type, bytes, gzip: read(`${name}.gz`), brotli: read(`${name}.br`) });
  }
  return files;
}

function pageAssets(manifest: Record<string, ManifestEntry>, files: Map<string, StaticFile>): PageAssets {
  const entries = Object.entries(manifest);
  const entry = entries.find(([, { isEntry, file }]) => isEntry && file.endsWith('.js'))?.[1];
  const textFont = [...files.keys()].find((address) => /\/figtree-[^/]*\.woff2$/.test(address));
  if (!entry || !textFont) throw new Error('The client build has no entry script or no text font: build it again');
  const styles: PageAssets['styles'] = {};
  for (const [source, { file, isEntry }] of entries) {
    const name = /([^/]+)\.css$/.exec(source)?.[1];
    if (isEntry && name) styles[name] = { href: `/${file}`, text: files.get(`/${file}`)?.bytes.toString('utf8') ?? '' };
  }
  const entryImports = (entry.imports ?? []).flatMap((key) => {
    const chunk = manifest[key];
    return chunk ? [`/${chunk.file}`] : [];
  });
  return { entryScript: `/${entry.file}`, entryImports, styles, textFont };
}
