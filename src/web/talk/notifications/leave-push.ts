/** Takes this browser out of push, so that whoever signs in next does not read of somebody else. Harmless where there is none. */
export async function leavePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration('/sw.js');
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Without a connection the browser keeps it; whoever switches push on here next takes it over.
  }
}
