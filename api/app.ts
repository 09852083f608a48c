/** The HTTP application: middleware, then one route file per group of spec section 7, then the web client. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { callEntries } from '#contracts/calls/calls.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { builtClientFolder, createPageRenderer } from './adapters/page-renderer.ts';
import type { Deps } from './deps.ts';
import { hasDevelopmentHelpers } from './env.ts';
import type { AppEnv } from './middleware/app-env.ts';
import { compressed } from './middleware/compressed.ts';
import { csrf } from './middleware/csrf.ts';
import { notFound, onError } from './middleware/errors.ts';
import { requestId } from './middleware/request-id.ts';
import { requestLog } from './middleware/request-log.ts';
import { requestSpan } from './middleware/request-span.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { session } from './middleware/session.ts';
import { payloadsPath, temporalUiCors } from './middleware/temporal-ui.ts';
import { unreadBodies } from './middleware/unread-bodies.ts';
import { accountRoutes } from './routes/accounts/account.ts';
import { adRoutes } from './routes/site/ads.ts';
import { adminApprovalRoutes } from './routes/accounts/admin-approvals.ts';
import { adminIncentiveRateRoutes } from './routes/portals/admin-incentive-rates.ts';
import { adminJobRoutes } from './routes/jobs/admin-jobs.ts';
import { adminOverviewRoutes } from './routes/site/admin-overview.ts';
import { temporalPayloadRoutes } from './routes/site/temporal-payloads.ts';
import { adminPaymentRoutes } from './routes/payments/admin-payments.ts';
import { adminProbeLoginRoutes } from './routes/portals/admin-probe-logins.ts';
import { adminPortalCheckRoutes } from './routes/portals/admin-portal-checks.ts';
import { adminPortalLimitRoutes } from './routes/portals/admin-portal-limits.ts';
import { bankRoutes } from './routes/portals/banks.ts';
import { adminPortalRoutes } from './routes/portals/admin-portals.ts';
import { adminPostRoutes } from './routes/site/admin-posts.ts';
import { adminReferenceRoutes } from './routes/portals/admin-references.ts';
import { adminUserRoutes, userAdminRoutes } from './routes/accounts/admin-users.ts';
import { apiTokenRoutes } from './routes/integrations/api-tokens.ts';
import { auditRoutes } from './routes/accounts/audit.ts';
import { authRoutes } from './routes/accounts/auth.ts';
import { bkashRoutes } from './routes/payments/bkash.ts';
import { blogRoutes } from './routes/site/blog.ts';
import { contactRoutes } from './routes/site/contact.ts';
import { credentialRoutes } from './routes/portals/credentials.ts';
import { mailboxRoutes } from './routes/portals/mailbox.ts';
import { creditRoutes } from './routes/payments/credits.ts';
import { devRoutes } from './routes/dev.ts';
import { healthRoutes, processRoutes } from './routes/health.ts';
import { jobRoutes } from './routes/jobs/jobs.ts';
import { livePageRoutes } from './routes/jobs/live-pages.ts';
import { notificationRoutes } from './routes/messaging/notifications.ts';
import { openApiRoutes } from './routes/integrations/openapi.ts';
import { pageRoutes } from './routes/site/pages.ts';
import { passkeyRoutes } from './routes/accounts/passkeys.ts';
import { pdfTableRoutes } from './routes/jobs/pdf-tables.ts';
import { portalRoutes } from './routes/portals/portals.ts';
import { pushRoutes } from './routes/messaging/push.ts';
import { preferenceRoutes } from './routes/accounts/preferences.ts';
import { rexRoutes } from './routes/jobs/rex.ts';
import { savedViewRoutes } from './routes/jobs/saved-views.ts';
import { scheduleRoutes } from './routes/integrations/schedules.ts';
import { secondFactorRoutes } from './routes/accounts/second-factor.ts';
import { sessionRoutes } from './routes/accounts/sessions.ts';
import { settingsRoutes } from './routes/site/settings.ts';
import { templateRoutes } from './routes/jobs/templates.ts';
import { transactionRoutes } from './routes/payments/transactions.ts';
import { userRoutes } from './routes/accounts/users.ts';
import { plainFormRoutes } from './routes/site/plain-forms.ts';
import { webRoutes } from './routes/site/web.ts';
import { webhookRoutes } from './routes/integrations/webhooks.ts';

/** A form this large carries a file, so its refusal says how large a file may be. */
const tooLarge = (c: Context): never => {
  const isForm = c.req.header('content-type')?.startsWith('multipart/form-data') ?? false;
  throw new DomainError(isForm ? 'FILE_TOO_LARGE' : 'REQUEST_TOO_LARGE');
};

/**
 * Forms with files are limited while they are received; the body limit here would hold a body without a length in
 * memory.
 */
const formCalls = new Set<string>(callEntries.filter(([, { form }]) => form).map(([name]) => name));
/** These calls repeat the contents of a file as JSON. */
const sheetPaths = [
  /^\/api\/rex-soo\/(match-documents|submit)$/,
  /^\/api\/jobs\/[^/]+\/corrections(\/check)?$/,
  /^\/api\/admin\/users\/import(\/preview)?$/,
  /^\/api\/admin\/temporal-payloads\/decode$/,
];

function requestBytesMax(path: string): number {
  const isSheet = sheetPaths.some((place) => place.test(path));
  return isSheet ? limits.sheetJsonBytesMax : limits.jsonBytesMax;
}

/** `clientFolder` is the folder of the built client, and `renderer` renders its pages. */
export function createApp(
  deps: Deps,
  clientFolder = builtClientFolder,
  renderer = createPageRenderer(clientFolder, deps.logger),
) {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound(notFound);
  app.use(unreadBodies, requestId(), requestLog(deps), securityHeaders(deps), compressed);
  app.use(payloadsPath, temporalUiCors(deps));
  app.use(csrf(deps));
  app.use('/api/*', async (c, next) =>
    formCalls.has(`${c.req.method} ${c.req.path}`)
      ? next()
      : bodyLimit({ maxSize: requestBytesMax(c.req.path), onError: tooLarge })(c, next),
  );
  app.route('/', processRoutes(deps));
  app.route('/api/health', healthRoutes(deps));
  app.use('/api/*', requestSpan(), session(deps));

  const routes = app
    .route('/', authRoutes(deps))
    .route('/', userRoutes(deps))
    .route('/', userAdminRoutes(deps))
    .route('/', credentialRoutes(deps))
    .route('/', mailboxRoutes(deps))
    .route('/', notificationRoutes(deps))
    .route('/', pushRoutes(deps))
    .route('/', bkashRoutes(deps))
    .route('/', transactionRoutes(deps))
    .route('/', adminOverviewRoutes(deps))
    .route('/', temporalPayloadRoutes(deps))
    .route('/', adminPaymentRoutes(deps))
    .route('/', adminJobRoutes(deps))
    .route('/', adminIncentiveRateRoutes(deps))
    .route('/', adminPortalRoutes(deps))
    .route('/', adminPortalCheckRoutes(deps))
    .route('/', adminProbeLoginRoutes(deps))
    .route('/', adminPortalLimitRoutes(deps))
    .route('/', adminUserRoutes(deps))
    .route('/', adminReferenceRoutes(deps))
    .route('/', adminApprovalRoutes(deps))
    .route('/', auditRoutes(deps))
    .route('/', adminPostRoutes(deps))
    .route('/', portalRoutes(deps))
    .route('/', bankRoutes(deps))
    .route('/', apiTokenRoutes(deps))
    .route('/', webhookRoutes(deps))
    .route('/', scheduleRoutes(deps))
    .route('/', openApiRoutes(deps))
    .route('/', accountRoutes(deps))
    .route('/', secondFactorRoutes(deps))
    .route('/', passkeyRoutes(deps))
    .route('/', preferenceRoutes(deps))
    .route('/', sessionRoutes(deps))
    .route('/', creditRoutes(deps))
    .route('/', settingsRoutes(deps))
    .route('/', jobRoutes(deps))
    .route('/', livePageRoutes(deps))
    .route('/', pdfTableRoutes(deps))
    .route('/', savedViewRoutes(deps))
    .route('/', rexRoutes(deps))
    .route('/', blogRoutes(deps))
    .route('/', contactRoutes(deps))
    .route('/', adRoutes(deps))
    .route('/', pageRoutes(deps))
    .route('/templates', templateRoutes(deps));

  if (hasDevelopmentHelpers(deps.env)) app.route('/', devRoutes(deps));
  app.all('/api/*', notFound);
  app.use('/contact', bodyLimit({ maxSize: limits.jsonBytesMax, onError: tooLarge }));
  app.route(
    '/',
    plainFormRoutes(async (c, path, init) => app.request(path, init, c.env)),
  );
  app.route(
    '/',
    webRoutes(deps, clientFolder, async (path, init, env) => app.request(path, init, env), renderer),
  );
  return routes;
}
