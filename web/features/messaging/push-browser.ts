/** Turns push on and off in the browser: its permission, the service worker, and the subscription at its push service. */
import type { PushSubscriptionBody } from '#contracts/messaging/push.ts';

type BrowserSubscription = Pick<PushSubscriptionBody, 'endpoint' | 'keys'>;
/** Why push was not turned on: the customer said no, closed the question, or the browser's push service failed. */
export type PushRefusal = 'denied' | 'dismissed' | 'unavailable';

export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly why: PushRefusal;

  constructor(why: PushRefusal, options: ErrorOptions = {}) {
    super(`Push was not turned on: ${why}.`, options);
    this.why = why;
  }
}

const workerFile = '/push-worker.js';
/** No page has such an address, so the worker never stands between a page and the server. */
const scope = '/push/';

/** Whether the browser can show pushed notifications at all. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isPushDenied = (): boolean => hasPush() && Notification.permission === 'denied';

/**
 * Asks for permission, so it must be called from a click, and subscribes the browser. Throws PushRefused.
 *
 * @param publicKey the installation's key in URL-safe base64
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new PushRefused(permission === 'denied' ? 'denied' : 'dismissed');
  try {
    const registration = await activeWorker();
    return written(await subscribed(registration, publicKey));
  } catch (error) {
    throw new PushRefused('unavailable', { cause: error });
  }
}

/** Ends the subscription in the browser; without one, nothing happens. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!hasPush()) return;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await registration?.unregister();
}

/** Registers the worker, and waits until it can receive messages. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerFile, { scope });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) throw new Error('The service worker was not installed.');
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
  return registration;
}

/** A browser keeps its subscription; one that was made with other keys is replaced. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const known = await pushManager.getSubscription();
  if (known && keyText(known.options.applicationServerKey) !== publicKey) await known.unsubscribe();
  return pushManager.subscribe(options);
}

const keyText = (key: ArrayBuffer | null): string =>
  key === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');

function written(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error('The browser gave no keys.');
  return { endpoint, keys: { p256dh, auth } };
}
