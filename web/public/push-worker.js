// Shows notifications that are pushed to this browser, and opens their page. It is registered when a customer turns
// push on, controls no page (its scope is /push/), and keeps nothing.

/**
 * What a service worker has, in the types of a page.
 * @typedef {{ waitUntil: (work: Promise<unknown>) => void }} Lasting
 * @typedef {Lasting & { data: { json: () => unknown } | null }} PushEvent
 * @typedef {Lasting & { notification: Notification }} ClickEvent
 * @typedef {{ url: string, focus: () => Promise<unknown> }} Page
 * @typedef {{
 *   location: Location,
 *   registration: ServiceWorkerRegistration,
 *   clients: {
 *     matchAll: (of: { type: 'window', includeUncontrolled: boolean }) => Promise<Page[]>,
 *     openWindow: (address: string) => Promise<unknown>,
 *   },
 *   onpush: (event: PushEvent) => void,
 *   onnotificationclick: (event: ClickEvent) => void,
 * }} WorkerScope
 */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

worker.onpush = (event) => {
  const message = readMessage(event.data);
  if (message) event.waitUntil(show(message));
};

worker.onnotificationclick = (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open(addressOf(notification.data)));
};

/** @param {Record<string, unknown>} message `PushMessage` in api/contracts/messaging/push.ts */
async function show({ title, body, lang, tag, url }) {
  await worker.registration.showNotification(String(title), {
    body: String(body),
    lang: String(lang),
    // A message that is sent again replaces the first.
    tag: String(tag),
    data: String(url),
  });
}

/** @param {PushEvent['data']} data */
function readMessage(data) {
  try {
    return /** @type {Record<string, unknown> | null} */ (data?.json() ?? null);
  } catch {
    return null;
  }
}

/**
 * Only pages of this site are opened.
 * @param {unknown} url
 */
function addressOf(url) {
  const { origin } = worker.location;
  const address = new URL(typeof url === 'string' ? url : '/', origin);
  return address.origin === origin ? address.href : origin;
}

/** @param {string} address */
async function open(address) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  await (page ? page.focus() : worker.clients.openWindow(address));
}
