/** BEPZA's online permit system, as a sandbox: applications for export and import permits, their submission, the permits. */
import type { Context, Hono } from 'hono';
import { usualUsers } from '#tests/sandbox/framework/form-login.ts';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools, SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { nameOf, readState } from './aspnet.ts';
import type { Kind } from './fields.ts';
import { addsItem, postForm, postPaper, postSubmission, sentBy, type Filer, type Sent } from './filing.ts';
import * as pages from './pages.ts';
import { allApplications, type Application } from './seed.ts';
import { LOGIN, mountSignIn, sessionIdOf, toSignIn, visitorOf } from './signin.ts';

const PRINT_DAY = '2026-06-30';
const CORRUPTED = 'The state information is invalid for this page and might be corrupted.';

/** Route names by path; `.submit` is appended when a form is sent. */
const routes: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/Account\/Login$/, 'login'],
  [/^\/Account\/Code$/, 'code'],
  [/^\/Account\/Logout$/, 'logout'],
  [/^\/Home$/, 'home'],
  [/^\/(Export|Import)$/, 'kind'],
  [/^\/(Export|Import)\/New$/, 'new'],
  [/^\/Applications$/, 'applications'],
  [/^\/Applications\/[^/]+$/, 'application'],
  [/^\/Applications\/[^/]+\/Papers$/, 'papers'],
  [/^\/Applications\/[^/]+\/Submit$/, 'submit'],
  [/^\/Applications\/[^/]+\/Print\.pdf$/, 'print'],
  [/^\/Permits$/, 'permits'],
  [/^\/Permits\/[^/]+\.pdf$/, 'permit-pdf'],
];

export const bepza: SandboxPortal = {
  key: 'bepza',
  title: 'BEPZA: online permit system',
  code: '123456',
  users: usualUsers(),
  idleMinutes: 20,
  fileRoutes: ['print', 'permit-pdf'],
  routeOf: (c) => {
    const path = c.req.path.replace(/^\/bepza/, '');
    const route = routes.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
    return c.req.method === 'POST' ? `${route}.submit` : route;
  },
  isFiling: async (c) => {
    const route = c.get('route');
    return route === 'submit.submit' || (route === 'new.submit' && !addsItem(await sentBy(c)));
  },
  sessionIdOf,
  mount: (app, tools) => {
    app.get('/', (c) => c.redirect(LOGIN));
    mountSignIn(app, tools);
    mountForms(app, tools, guardOf(tools));
    mountApplications(app, tools, guardOf(tools));
    mountPermits(app, tools, guardOf(tools));
  },
};

type Answer = Response | Promise<Response>;
/** `sent` is what the form has sent; only its view state has been checked so far. */
type Page = (visit: Filer, sent: Sent) => Answer;
type Guard = (show: Page) => (c: Context) => Answer;

function guardOf(tools: PortalTools): Guard {
  return (show) => async (c) => {
    const visitor = visitorOf(c, tools);
    if (!visitor) return toSignIn(c, tools);
    const { user, zone, account, sessionId } = visitor;
    const mayWork = user.trouble !== 'no-permission';
    const visit = { c, owner: sessionId, zone, account, mayWork, changed: false };
    if (!mayWork) return c.html(pages.homePage(visit));
    const sent: Sent = c.req.method === 'POST' ? await sentBy(c) : { texts: {}, file: null };
    if (c.req.method === 'POST' && !readState(visit, sent.texts['__VIEWSTATE'] ?? ''))
      return c.html(pages.frame(visit, 'Server Error', pages.alertBox(CORRUPTED)));
    return show({ ...visit, changed: tools.shows(c, 'layout-changed') }, sent);
  };
}

function mountForms(app: Hono, tools: PortalTools, guard: Guard): void {
  app.get(
    '/Home',
    guard((visit) => visit.c.html(pages.homePage(visit))),
  );
  const kinds: readonly [string, Kind][] = [
    ['/Export', 'export'],
    ['/Import', 'import'],
  ];
  for (const [path, kind] of kinds) {
    app.get(
      path,
      guard((visit) => visit.c.html(pages.kindPage(visit, kind))),
    );
    app.get(
      `${path}/New`,
      guard((visit) =>
        visit.c.html(pages.formPage(visit, { kind, header: {}, item: {}, items: [], words: '' })),
      ),
    );
    app.post(
      `${path}/New`,
      guard((visit, sent) => postForm(tools, visit, kind, sent)),
    );
  }
}

const searchOf = ({ texts }: Sent): pages.Search => ({
  kind: texts[nameOf('ddlKind')] ?? '',
  applicationNo: texts[nameOf('txtApplicationNo')] ?? '',
  invoiceNo: texts[nameOf('txtInvoiceNo')] ?? '',
  permitNo: texts[nameOf('txtPermitNo')] ?? '',
  blNo: texts[nameOf('txtBlNo')] ?? '',
});

/** Applications in the session's zone that contain what is searched for; an empty search field matches everything. */
function find(tools: PortalTools, { c, zone, account }: Filer, search: pages.Search): Application[] {
  const fits = (wanted: string, value = ''): boolean => value.toLowerCase().includes(wanted.toLowerCase());
  const found = allApplications(tools.asListed(c).records()).filter(
    ({ zone: own, kind, no, header, permitNo }) =>
      own === zone &&
      fits(search.kind, pages.kindNames[kind]) &&
      fits(search.applicationNo, no) &&
      fits(search.invoiceNo, header['InvoiceNo']) &&
      fits(search.permitNo, permitNo) &&
      fits(search.blNo, header['TransportDocNo']),
  );
  const key = [search.applicationNo, search.permitNo, search.invoiceNo, search.blNo]
    .filter(Boolean)
    .join('|');
  tools.note({ kind: 'lookup', user: account, key, result: String(found.length) });
  return found;
}

const sendPdf = async (c: Context, title: string, facts: [string, string][]): Promise<Response> =>
  c.body(await pairsPdf(title, facts, PRINT_DAY), 200, { 'content-type': 'application/pdf' });

function mountApplications(app: Hono, tools: PortalTools, guard: Guard): void {
  const nothing: pages.Search = { kind: '', applicationNo: '', invoiceNo: '', permitNo: '', blNo: '' };
  app.get(
    '/Applications',
    guard((visit) => visit.c.html(pages.applicationsPage(visit, nothing, undefined))),
  );
  app.post(
    '/Applications',
    guard((visit, sent) => {
      const search = searchOf(sent);
      return visit.c.html(pages.applicationsPage(visit, search, find(tools, visit, search)));
    }),
  );
  const ofApplication = (show: (visit: Filer, application: Application, sent: Sent) => Answer) =>
    guard((visit, sent) => {
      const { c } = visit;
      const no = c.req.param('no');
      const { records } = c.req.method === 'POST' ? tools : tools.asListed(c);
      const application = allApplications(records()).find(
        (candidate) => candidate.no === no && candidate.zone === visit.zone,
      );
      if (application) return show(visit, application, sent);
      return visit.c.html(pages.frame(visit, 'Not found', pages.alertBox('No application found.')), 404);
    });

  app.get(
    '/Applications/:no',
    ofApplication((visit, application) => {
      const { saved, submitted } = visit.c.req.query();
      const { no, receiptNo } = application;
      const words = saved
        ? `Application saved. Application No ${no}.`
        : submitted
          ? `Application submitted. Receipt No ${receiptNo}.`
          : '';
      return visit.c.html(pages.applicationPage(visit, application, words));
    }),
  );
  app.get(
    '/Applications/:no/Papers',
    ofApplication((visit, application) => visit.c.html(pages.documentsPage(visit, application, ''))),
  );
  app.post(
    '/Applications/:no/Papers',
    ofApplication((visit, application, sent) => postPaper(tools, visit, application, sent)),
  );
  app.get(
    '/Applications/:no/Submit',
    ofApplication((visit, application) => visit.c.html(pages.submitPage(visit, application, ''))),
  );
  app.post(
    '/Applications/:no/Submit',
    ofApplication((visit, application, sent) => postSubmission(tools, visit, application, sent)),
  );
  app.get(
    '/Applications/:no/Print.pdf',
    ofApplication(({ c, account }, application) => {
      tools.note({ kind: 'download', user: account, key: application.no });
      return sendPdf(c, `Application ${application.no}`, pages.factsOf(application));
    }),
  );
}

function mountPermits(app: Hono, tools: PortalTools, guard: Guard): void {
  const nothing: pages.Search = { kind: '', applicationNo: '', invoiceNo: '', permitNo: '', blNo: '' };
  app.get(
    '/Permits',
    guard((visit) => visit.c.html(pages.permitsPage(visit, nothing, undefined))),
  );
  app.post(
    '/Permits',
    guard((visit, sent) => {
      const search = searchOf(sent);
      const now = tools.now().toISOString();
      const approved = find(tools, visit, search).filter(
        ({ status, permitListedAt = '' }) => status === 'APPROVED' && permitListedAt <= now,
      );
      return visit.c.html(pages.permitsPage(visit, search, approved));
    }),
  );
  app.get(
    '/Permits/:file',
    guard((visit) => {
      const { c, account, zone } = visit;
      const permitNo = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
      const application = allApplications(tools.asListed(c).records()).find(
        (candidate) => candidate.permitNo === permitNo && candidate.zone === zone && permitNo !== '',
      );
      if (!application) return c.text('No permit found.', 404);
      tools.note({ kind: 'download', user: account, key: permitNo });
      const { kind, approvedAt, validTill } = application;
      return sendPdf(c, `${pages.kindNames[kind]} ${permitNo}`, [
        ...pages.factsOf(application),
        ['Approved At', approvedAt],
        ['Valid Till', validTill],
      ]);
    }),
  );
}
