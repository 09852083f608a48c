/**
 * Bill tracking of the customs portal, as a sandbox: a public JSF form, a CAPTCHA if it is switched on, as a picture or
 * as a third party's widget, and the manifest as PDF.
 */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { hosts } from './hosts.ts';
import { ACTION, CAPTCHA_ANSWER, formPage, statusPage } from './pages.ts';
import { billKey, findBill, type Bill } from './seed.ts';
import { mountWidget, redeem, widgetPart } from './widget.ts';

const COOKIE = 'JSESSIONID';
const SETTINGS = 'settings';
const NO_RECORD = 'No record for given parameters';
const WRONG_CAPTCHA = 'The characters do not match the picture.';
const NOT_A_PERSON = 'Please confirm in the CAPTCHA that you are a person.';
const EXPIRED = 'The view could not be restored. Please start again.';

export const customs: SandboxPortal = {
  key: 'customs',
  title: 'Bangladesh Customs: bill tracking',
  hosts,
  users: [],
  idleMinutes: 20,
  fileRoutes: ['egm'],
  routeOf: (c) => {
    if (c.req.path.includes('/egm/')) return 'egm';
    if (c.req.path.includes('/widget/')) return 'widget';
    if (!c.req.path.endsWith('/billTracking.jsf')) return 'other';
    return c.req.method === 'POST' ? 'status' : 'form';
  },
  sessionIdOf: (c) => getCookie(c, COOKIE),
  mount: (app, tools) => {
    app.get('/', (c) => c.redirect(ACTION));
    app.get('/portal/services/billTracking/billTracking.jsf', (c) => showForm(c, tools, ''));
    app.post('/portal/services/billTracking/billTracking.jsf', (c) => retrieve(c, tools));
    app.get('/egm/:file', (c) => printManifest(c, tools));
    mountWidget(app);
  },
};

/** A view state belongs to a session; each display of the form creates both. */
function showForm(c: Context, tools: PortalTools, message: string): Response | Promise<Response> {
  const session = tools.sessions.open('visitor');
  setCookie(c, COOKIE, session.id, { path: '/customs', httpOnly: true });
  return c.html(
    formPage({
      viewState: session.cookie,
      message,
      captcha: tools.shows(c, 'captcha-on'),
      widget: tools.shows(c, 'captcha-widget') ? widgetPart(c) : null,
      changed: tools.shows(c, 'layout-changed'),
    }),
  );
}

/** As seeded with `records: {"settings": {"manifest": "page"}}`, the page itself is the evidence, as on the original. */
const isLinked = (tools: PortalTools): boolean =>
  (tools.records()[SETTINGS] as { manifest?: string } | undefined)?.manifest !== 'page';

async function retrieve(c: Context, tools: PortalTools): Promise<Response> {
  const body = await c.req.parseBody<Record<string, string>>();
  const session = tools.sessions.find(getCookie(c, COOKIE), body['javax.faces.ViewState'] ?? randomUUID());
  if (!session) return showForm(c, tools, EXPIRED);
  // Asked of the page that was shown: a form with a widget is not accepted without its token.
  const needsToken = tools.shows(c, 'captcha-widget');
  if (needsToken && !redeem(body['g-recaptcha-response'])) return showForm(c, tools, NOT_A_PERSON);
  const captcha = body['captchaForm:answer'];
  if (captcha !== undefined && captcha !== CAPTCHA_ANSWER) return showForm(c, tools, WRONG_CAPTCHA);
  const number = Number(body['billForm:number'] ?? '') + (tools.shows(c, 'other-record') ? 1 : 0);
  const bill = findBill(
    body['billForm:office'] ?? '',
    (body['billForm:serial'] ?? '').toUpperCase(),
    String(number),
    body['billForm:year'] ?? '',
  );
  tools.note({
    kind: 'lookup',
    user: '',
    key: `${body['billForm:office']}-${body['billForm:serial']}${body['billForm:number']}-${body['billForm:year']}`,
    result: bill?.step ?? 'none',
  });
  if (!bill) return showForm(c, tools, NO_RECORD);
  const changed = tools.shows(c, 'layout-changed');
  return c.html(statusPage(bill, { changed, isLinked: isLinked(tools) }));
}

async function printManifest(c: Context, tools: PortalTools): Promise<Response> {
  const [, office = '', serial = '', number = '', year = ''] =
    /^(\d+)-([A-Z])(\d+)-(\d+)\.pdf$/.exec(c.req.param('file') ?? '') ?? [];
  const bill = findBill(office, serial, number, year);
  if (!bill?.manifest || !isLinked(tools)) return c.text(NO_RECORD, 404);
  tools.note({ kind: 'download', user: '', key: billKey(bill) });
  return c.body(await manifestPdf(bill, bill.manifest), 200, { 'content-type': 'application/pdf' });
}

function manifestPdf(bill: Bill, manifest: NonNullable<Bill['manifest']>): Promise<Uint8Array<ArrayBuffer>> {
  return pairsPdf(
    'Cargo Manifest - full cargo report',
    [
      ['Office', bill.office],
      ['Bill', billKey(bill)],
      ['Registration number', manifest.rotation],
      ['Registration date', manifest.date],
      ['Vessel', manifest.vessel],
      ['Voyage', manifest.voyage],
      ['Departure date', manifest.departure],
      ['B/L', manifest.blNo],
      ['Shipper', bill.trader],
      ['Packages', manifest.packages],
      ['Gross weight', manifest.grossWeight],
    ],
    manifest.date,
  );
}
