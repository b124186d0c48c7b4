// Tells of news while no page of Kerbside is open. It keeps nothing and answers no request: pages always come from the server.

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
