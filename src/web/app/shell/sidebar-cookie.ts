/** The cookie that keeps the sidebar open or collapsed (specification, dashboard shell). */
export const sidebarCookieName = 'sidebar_state';
/** Seven days, in seconds. */
export const sidebarCookieSeconds = 604_800;

/** Whether the sidebar starts expanded, from a `document.cookie` text; expanded when nothing was kept. */
export function readSidebarState(cookies: string): boolean {
  const kept = cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${sidebarCookieName}=`));
  return kept?.slice(sidebarCookieName.length + 1) !== 'false';
}
