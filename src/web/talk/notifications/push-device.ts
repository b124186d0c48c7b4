import { loadBackend } from '../../platform/session/backend.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';

/** What this browser has to do with push: it can't, was forbidden to, or takes part or not. */
export type PushState = 'unsupported' | 'forbidden' | 'off' | 'on';

/** Where the service worker lies; at the top, so that it may speak for the whole site. */
const workerPath = '/sw.js';
const longestMs = 15_000;

/** How this browser stands, without asking the person anything. */
export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'forbidden';
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'on' : 'off';
}

/** How this browser stands. One that takes part says so again where the server forgot it, as it does with a new password. */
export async function renewPush(): Promise<PushState> {
  const state = await readPushState();
  const registration = state === 'on' ? await navigator.serviceWorker.getRegistration(workerPath) : undefined;
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return state;
  const known = await (await loadBackend())
    .collection('push_subscriptions')
    .getFullList({ batch: 500, fields: 'endpoint' });
  if (!known.some(({ endpoint }) => endpoint === subscription.endpoint)) await tellServer(subscription);
  return state;
}

/** Asks the person, and makes this browser one of theirs. Answers how it stands then; throws when its push service is away. */
export async function joinPush(publicKey: string): Promise<PushState> {
  if ((await readPushState()) === 'unsupported') return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await readyWorker();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  await tellServer(subscription);
  return 'on';
}

// A worker that never comes to its end would leave the switch busy for good.
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The service worker is not ready.')), longestMs);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, device: navigator.userAgent.slice(0, 200) };
  try {
    await (await loadBackend()).collection('push_subscriptions').create(body);
  } catch (error) {
    // This browser is known already.
    if (refusedFields(error).some(({ code }) => code === 'validation_not_unique')) return;
    await subscription.unsubscribe();
    throw error;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
