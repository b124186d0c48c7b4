import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';

export type DashboardOptions = {
  /** The files of the reference's dashboard, as its `ui/dist` has them. */
  folder: string;
  /** What is said at its head: that it is the operator's, and where the product's own pages are. */
  notice: string;
};

/** The folder holds no dashboard; the message is one sentence for whoever starts the server. */
export class NoDashboard extends Error {
  override name = 'NoDashboard';
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

// As wide as the dashboard needs: it writes styles into elements, and shows maps where a field is a place on earth.
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https://tile.openstreetmap.org",
  "connect-src 'self' https://nominatim.openstreetmap.org",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const headTag = /<head(?:\s[^<>]*)?>/i;

/**
 * Serves the reference's dashboard, which an operator fetched, at `/_/`, with a policy of its own and a notice that says whose it is. Register it before the
 * pages. Links of mails that lead to `/_/#/auth/…` open the product's pages, as they do without it. Throws NoDashboard when the folder has none.
 */
export async function serveDashboard(app: FastifyInstance, { folder, notice }: DashboardOptions): Promise<void> {
  const files = await readFiles(folder);
  const page = files.get('index.html');
  if (!page) throw new NoDashboard(`DASHBOARD_DIR has no index.html: ${folder}`);
  const html = page.toString('utf8');
  if (!headTag.test(html)) throw new NoDashboard(`The index.html in DASHBOARD_DIR is no page: ${folder}`);
  files.set('index.html', Buffer.from(html.replace(headTag, (head) => `${head}<script src="./kerbside.js"></script>`)));
  // What dashboards load besides themselves is answered by the API.
  files.delete('extensions.js');
  files.set('kerbside.js', Buffer.from(script(notice)));
  app.get('/_', (_request, reply) => reply.redirect('/_/', 308));
  for (const [name, bytes] of files) {
    const path = name === 'index.html' ? '/_/' : `/_/${name.replaceAll(':', '::')}`;
    app.get(path, (_request, reply) =>
      reply
        .type(types[extname(name).toLowerCase()] ?? 'application/octet-stream')
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': policy,
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes),
    );
  }
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new NoDashboard(`DASHBOARD_DIR cannot be read: ${folder}`, { cause: error });
  });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, path).split(sep).join('/'), await readFile(path));
  }
  return files;
}

// Runs before the dashboard's own scripts. People who follow a mail come to the product's pages; the notice stands outside what the dashboard writes anew.
function script(notice: string): string {
  return `(() => {
  const mail = /^#(\\/auth\\/confirm-(?:verification|password-reset|email-change)\\/[\\w.-]+)$/.exec(location.hash);
  if (mail) {
    window.stop();
    location.replace(mail[1]);
    return;
  }
  const notice = document.createElement('aside');
  notice.id = 'kerbside-notice';
  notice.setAttribute('aria-label', 'Kerbside');
  notice.textContent = ${JSON.stringify(notice).replaceAll('<', '\\u003c')};
  notice.style.cssText = 'position:fixed;top:5px;left:50%;transform:translateX(-50%);z-index:2147483647;margin:0;padding:3px 12px;border-radius:6px;width:max-content;max-width:min(620px,90vw);background:#fff3c4;color:#1c1a12;font:12px/1.4 system-ui,sans-serif;text-align:center;pointer-events:none';
  document.addEventListener('DOMContentLoaded', () => document.documentElement.append(notice));
})();
`;
}
