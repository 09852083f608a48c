/**
 * Every route of the application and who may call it. `isolation.test.ts` fails for a route without a row here, and
 * calls each row as everybody who may not.
 */
import { pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';

/** What one customer has; ids of it are in the calls below. */
export type Belongings = {
  userId: string;
  jobId: string;
  fileId: string;
  uploadId: string;
  notificationId: string;
};
type Call = { path: string; json?: object; form?: Record<string, string | File> };

/** `verified` includes `signed in`; `development` routes exist on the one-machine stack only. */
type Access = 'public' | 'signed in' | 'verified' | 'admin' | 'development';
export type Row = {
  access: Access;
  /** The call as the owner of the belongings makes it. */
  call?: (mine: Belongings) => Call;
  /** The call names something that belongs to one customer: for all others it does not exist. */
  owned?: true;
  /** An administrator may make the call about everybody. */
  administered?: true;
};

const open: Row = { access: 'public' };
const development: Row = { access: 'development' };
const portal = 'bangladesh_bank_exp';
const login = { portalName: portal, username: 'other', password: 'other-password' };
const profile = { name: 'Changed', company: 'Changed Ltd.', mobile: '+8801999999999' };

const mine = (access: Access, call: (mine: Belongings) => Call): Row => ({ access, call, owned: true });

export const routes: Record<string, Row> = {
  'GET /api/health': open,
  'POST /api/auth/login': open,
  'POST /api/auth/register': open,
  'POST /api/auth/resend-verification': open,
  'POST /api/auth/forgot-password': open,
  'POST /api/auth/reset-password': open,
  'POST /api/auth/verify-email': open,
  'POST /api/auth/logout': open,
  'GET /api/auth/me': open,
  'GET /api/settings': open,
  'GET /api/system-settings': open,
  'GET /templates/:file': open,

  'GET /api/users/:id': {
    ...mine('signed in', ({ userId }) => ({ path: `/api/users/${userId}` })),
    administered: true,
  },
  'PUT /api/users/:id/profile': mine('signed in', ({ userId }) => ({
    path: `/api/users/${userId}/profile`,
    json: profile,
  })),

  'GET /api/notifications/:userId': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}`,
  })),
  'GET /api/notifications/:userId/unread-count': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}/unread-count`,
  })),
  'PUT /api/notifications/:userId/read-all': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}/read-all`,
    json: {},
  })),
  'PUT /api/notifications/:id/read': mine('signed in', ({ notificationId }) => ({
    path: `/api/notifications/${notificationId}/read`,
    json: {},
  })),
  'DELETE /api/notifications/:id': mine('signed in', ({ notificationId }) => ({
    path: `/api/notifications/${notificationId}`,
    json: {},
  })),

  'GET /api/credentials/user/:userId': mine('verified', ({ userId }) => ({
    path: `/api/credentials/user/${userId}`,
  })),
  'GET /api/credentials/check/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/check/${portal}?userId=${userId}`,
  })),
  'GET /api/credentials/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/${portal}?userId=${userId}`,
  })),
  'POST /api/credentials/test': mine('verified', ({ userId }) => ({
    path: '/api/credentials/test',
    json: { ...login, userId },
  })),
  'POST /api/credentials/save': mine('verified', ({ userId }) => ({
    path: '/api/credentials/save',
    json: { ...login, userId },
  })),
  'DELETE /api/credentials/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/${portal}`,
    json: { userId },
  })),

  'POST /api/process-automation/preview': {
    access: 'verified',
    call: () => ({
      path: '/api/process-automation/preview',
      form: { serviceId: PDF_SERVICE, file: pdf() },
    }),
  },
  'POST /api/process-automation': mine('verified', ({ uploadId }) => ({
    path: '/api/process-automation',
    form: { serviceId: PDF_SERVICE, uploadId, totalCredits: '1' },
  })),
  'GET /api/work-history/:userId': mine('verified', ({ userId }) => ({
    path: `/api/work-history/${userId}`,
  })),
  'GET /api/jobs/:jobId': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}` })),
  'GET /api/jobs/:jobId/status': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/status` })),
  'GET /api/jobs/:jobId/rows': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/rows` })),
  'GET /api/jobs/:jobId/download': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/download` })),
  'GET /api/jobs/:jobId/files/:fileId': mine('verified', ({ jobId, fileId }) => ({
    path: `/api/jobs/${jobId}/files/${fileId}`,
  })),
  'POST /api/jobs/:jobId/cancel': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/cancel` })),
  'POST /api/jobs/:jobId/retry': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/retry` })),

  'GET /api/dev/info': development,
  'GET /api/dev/mailbox': development,
  'GET /dev/mailbox': development,
};
