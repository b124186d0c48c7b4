// Tells of news while no page of Kerbside is open, and keeps the signed-in area's page for a day without a network. It keeps no answer of the
// server about anybody: what is shown then lies where the page itself put it.

const kept = 'kerbside-page';
const page = '/dashboard';
// More than a release has: the rest are of earlier ones.
const mostParts = 300;

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data.paths));
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && /^\/dashboard(?:\/|$)/.test(pathname)) {
    event.respondWith(fetch(event.request).catch(() => keptPage()));
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptAsset(event.request));
});

// The page and its parts as they are now.
async function keep(paths) {
  const cache = await caches.open(kept);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(paths.filter((path) => !known.has(path)));
  const answer = await fetch(page, { cache: 'reload' });
  if (!answer.ok) return;
  await cache.put(page, answer);
  const needed = new Set([page, ...paths]);
  if (known.size > mostParts) for (const path of known) if (!needed.has(path)) await cache.delete(path);
}

// A kept page says that it is one: the time in it is that of its keeping.
async function keptPage() {
  const answer = await caches.match(page);
  if (!answer) return Response.error();
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(text.replace('<html ', '<html data-kept '), { status: 200, headers });
}

async function keptAsset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('push', (event) => {
  const { title = 'Kerbside', body = '', link = '', tag = '' } = readNews(event.data);
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { link }, icon: '/favicon.svg', lang: 'en-SG' }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.link));
});

function readNews(data) {
  try {
    return data?.json() ?? {};
  } catch {
    // Not ours: something is said nevertheless, as browsers demand of a push.
    return {};
  }
}

async function openPage(link) {
  const path = typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : '/dashboard/notifications';
  const url = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((client) => new URL(client.url).pathname === url.pathname);
  if (open) return open.focus();
  return self.clients.openWindow(url.href);
}
