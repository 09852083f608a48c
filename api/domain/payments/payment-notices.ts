/** bKash's payment notifications: accepted only with Amazon's signature, stored once, and never proof of a payment. */
import { createCertificateFetch } from '#api/adapters/bkash/certificates.ts';
import { verifyIpn } from '#api/adapters/bkash/ipn.ts';
import { storeNotice, type PurchaseDeps } from './purchases.ts';

/** `later` means an error on our side; bKash delivers the notification again. */
type NoticeAnswer = 'accepted' | 'rejected' | 'later';

const CONFIRM_TIMEOUT_MS = 5_000;

/** Returns a reader that verifies and processes a notification. */
export function createNoticeReader(deps: PurchaseDeps) {
  const { env, logger } = deps;
  const fetchCertificate = createCertificateFetch();

  return async (rawBody: string, headers: Headers): Promise<NoticeAnswer> => {
    if (!env.BKASH_IPN_TOPIC) return 'rejected';
    const verdict = await verifyIpn(rawBody, headers, {
      topicArn: env.BKASH_IPN_TOPIC,
      certificateHost: env.BKASH_IPN_CERTIFICATE_URL,
      fetchCertificate,
      now: deps.clock,
    });
    if ('rejected' in verdict) {
      logger.warn({ reason: verdict.rejected }, 'a payment notice was rejected');
      return verdict.temporary ? 'later' : 'rejected';
    }
    try {
      if (verdict.type === 'Notification') await storeNotice(deps, verdict);
      else await confirmSubscription(verdict.subscribeUrl);
      return 'accepted';
    } catch (error) {
      logger.error({ err: error }, 'a payment notice could not be worked');
      return 'later';
    }
  };
}

/** Confirms the subscription. The URL was verified to be Amazon's, so redirects are refused. */
async function confirmSubscription(subscribeUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(CONFIRM_TIMEOUT_MS);
  const response = await fetch(subscribeUrl, { redirect: 'error', signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The subscription's confirmation answered ${response.status}.`);
}
