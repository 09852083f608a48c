/** Downloads a document with the session's cookies and checks that it has the expected format. */
import { errors, type APIResponse, type BrowserContext } from 'playwright';
import { egressOf } from '#activities/browser/egress.ts';
import type { Message } from '#contracts/messages/message.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { countAction } from './action-counts.ts';
import { PortalFault } from './contract.ts';
import { connectionFault, refuseOutage, strayedFault } from './navigation.ts';
import { portalMessages } from './messages.ts';

/** `isLogin` recognises from the final address that the portal redirected to its login page. */
type Options = { timeoutMs: number; isLogin: (url: string) => boolean };
/** Name of a file format, the bytes with which its files begin, and a text near their end if they all have one. */
type Kind = { name: Message; magic: Buffer; ending?: string };

const pdf: Kind = { name: uploadMessages.kindPdf(), magic: Buffer.from('%PDF-'), ending: '%%EOF' };
const xml: Kind = { name: portalMessages.xmlDocument(), magic: Buffer.from('<?xml') };
/** PDF readers look for the end of a file in so many bytes (PDF 1.7, appendix H, note 18). */
const ENDING_BYTES = 1_024;

/** Downloads a PDF. Throws PortalFault if the portal sends anything else, such as its login page. */
export const downloadPdf = (context: BrowserContext, url: string, options: Options): Promise<Uint8Array> =>
  download(context, url, { ...options, kind: pdf });

/** Does the same for an XML file. */
export const downloadXml = (context: BrowserContext, url: string, options: Options): Promise<Uint8Array> =>
  download(context, url, { ...options, kind: xml });

async function download(
  context: BrowserContext,
  url: string,
  options: Options & { kind: Kind },
): Promise<Uint8Array> {
  const { name, magic, ending } = options.kind;
  countAction(context);
  const response = await get(context, url, options.timeoutMs);
  try {
    refuseOutage(response.status());
    const { destinations } = egressOf(context);
    if (options.isLogin(response.url()) || destinations.isForSignIn(response.url())) {
      throw new PortalFault('SESSION_EXPIRED', portalMessages.askedForLogin());
    }
    const bytes = await response.body();
    if (bytes.length === 0) throw new PortalFault('BAD_DOWNLOAD', portalMessages.emptyFile());
    if (!response.ok() || !bytes.subarray(0, magic.length).equals(magic)) {
      throw new PortalFault('BAD_DOWNLOAD', portalMessages.otherFile({ name }));
    }
    if (!statesItsEnd(response) && !bytes.subarray(-ENDING_BYTES).includes(ending ?? ''))
      throw new PortalFault('BAD_DOWNLOAD', portalMessages.cutFile({ name }));
    return bytes;
  } finally {
    // Playwright keeps response bodies in memory until they are disposed of.
    await response.dispose();
  }
}

/** Returns whether a body that was cut off fails. Without a length or chunks, a closed connection is its ordinary end. */
const statesItsEnd = (response: APIResponse): boolean =>
  ['content-length', 'transfer-encoding'].some((header) => header in response.headers());

const REDIRECTS_MAX = 20;

/**
 * Follows redirects one by one, so that a redirect to a host that is not the portal's own is noticed and not followed.
 */
async function get(context: BrowserContext, url: string, timeoutMs: number): Promise<APIResponse> {
  const { destinations } = egressOf(context);
  const deadlineMs = performance.now() + timeoutMs;
  let address = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!destinations.isOwn(address)) throw strayedFault(address);
    const response = await getOnce(context, address, deadlineMs - performance.now());
    const location = response.headers()['location'];
    const isRedirect = response.status() >= 300 && response.status() < 400 && location !== undefined;
    if (!isRedirect || !URL.canParse(location, address)) return response;
    await response.dispose();
    address = new URL(location, address).href;
  }
  throw new PortalFault('PORTAL_BUSY', portalMessages.unexpectedPage());
}

/** Words of Node.js about a connection that fails before the answer, or in the middle of its body. */
const brokenConnection =
  /ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|EPIPE|hang up|[Ss]ocks|[Ss]ocket|\baborted\b|[Pp]remature close/;

async function getOnce(context: BrowserContext, url: string, timeoutMs: number): Promise<APIResponse> {
  try {
    // A timeout of 0 would mean no limit.
    return await context.request.get(url, { timeout: Math.max(1, timeoutMs), maxRedirects: 0 });
  } catch (error) {
    if (error instanceof errors.TimeoutError) throw connectionFault('timeout', error);
    if (!(error instanceof Error)) throw error;
    if (brokenConnection.test(error.message)) throw connectionFault(error.message, error);
    throw error;
  }
}
