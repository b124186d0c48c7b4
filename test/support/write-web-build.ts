import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The entry script of the build in small, in its folder `client`. */
export const entry = 'assets/entry-1.js';
const styles = ['landing', 'public', 'app'];

/** A build in small, in an empty folder: the shape that the client's build leaves behind. `renderPage` is the text of the module that renders. */
export function writeWebBuild(folder: string, renderPage: string): void {
  const client = join(folder, 'client');
  mkdirSync(join(client, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'server'), { recursive: true });
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  const sheets = styles.map((name) => [`src/${name}.css`, { file: `assets/${name}-1.css`, isEntry: true }]);
  write(
    'client/manifest.json',
    JSON.stringify({ 'src/entry.tsx': { file: entry, isEntry: true }, ...Object.fromEntries(sheets) }),
  );
  for (const name of styles) write(`client/assets/${name}-1.css`, `.${name}{}`);
  write(`client/${entry}`, 'run()');
  write(`client/${entry}.gz`, gzipSync('run()'));
  write('client/assets/figtree-1.woff2', 'font');
  write('client/robots.txt', 'User-agent: *');
  write('server/entry-server.js', renderPage);
  write('package.json', '{"type":"module"}');
}
