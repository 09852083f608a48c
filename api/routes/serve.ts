/** Serves the calls of the registry, which defines once who may make them, their input and their response. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { UploadedFile } from '#api/domain/jobs/intake/types.ts';
import {
  requireAdmin,
  requireProvedForFactors,
  requireSelf,
  requireSelfOrAdmin,
  requireService,
  requireShownUser,
  requireUser,
  requireVerified,
} from '#api/middleware/access.ts';
import type { AppEnv, SessionUser } from '#api/middleware/app-env.ts';
import { countCaller } from '#api/middleware/caller-limit.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { createFormReceiver, type ReceivedForm } from '#api/middleware/received-form.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import type { Call } from '#contracts/calls/call.ts';
import { requireDescribed } from '#contracts/calls/described.ts';
import {
  findCall,
  type Answer,
  type Body,
  type CallName,
  type Calls,
  type Fields,
  type FileNames,
  type Params,
  type Query,
} from '#contracts/calls/calls.ts';
import { limits } from '#contracts/limits.ts';

/** What a handler gets: the caller and the input, typed as the registry describes them. */
type Given<Name extends CallName> = {
  user: Calls[Name]['access'] extends 'public' ? SessionUser | null : SessionUser;
  params: Params<Name>;
  query: Query<Name>;
  body: Body<Name>;
  /** Fields and files of a form; the files are deleted when the handler ends. */
  fields: Fields<Name>;
  files: Partial<Record<FileNames<Name>, UploadedFile>>;
};

/** A handler returns a `Response` for files and for responses with another status. */
type Handler<Name extends CallName> = (
  given: Given<Name>,
  c: Context<AppEnv>,
) => Answer<Name> | Response | Promise<Answer<Name> | Response>;
type Handlers<Names extends CallName> = { [Name in Names]: Handler<Name> };
/** A handler of any call, where the types of individual calls do not matter. */
type AnyHandler = (given: object, c: Context<AppEnv>) => Promise<object>;

/**
 * Creates the routes of the named calls. Outside production, a response that differs from its description causes an
 * error.
 */
export function serve<Names extends CallName>(
  deps: Pick<Deps, 'env' | 'db' | 'files' | 'logger'>,
  handlers: Handlers<Names>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const receiveForm = createFormReceiver(deps);
  const limiter = createRateLimiter(deps);
  for (const [name, handler] of Object.entries(handlers) as [Names, AnyHandler][]) {
    const call = findCall(name);
    if (!call) throw new Error(`The registry has no call "${name}".`);
    const [method = '', path = ''] = name.split(' ');
    const counted = call.limit ? [countCaller(limiter, deps.env, call.limit)] : [];
    app.on(method, [path], ...guards(path, call), ...validators(call), ...counted, async (c) => {
      const input = inputOf(c, call);
      const { form } = call;
      const answer = form
        ? await receiveForm(c, takenBy(form), (received) =>
            handler({ ...input, ...formOf(c, form, received) }, c),
          )
        : await handler(input, c);
      if (answer instanceof Response) return answer;
      if (deps.env.NODE_ENV !== 'production') requireDescribed(name, call, answer);
      return c.json({ success: true, ...answer });
    });
  }
  return app;
}

const accessGuards = {
  public: [],
  'signed in': [requireUser],
  verified: [requireVerified],
  admin: [requireAdmin],
} as const;

function guards(path: string, call: Call): MiddlewareHandler[] {
  const own = call.administered ? requireSelfOrAdmin : requireSelf;
  return [
    ...accessGuards[call.access],
    ...(call.access === 'public' ? [] : [requireShownUser]),
    ...(call.service ? [requireService(call.service)] : []),
    ...(call.isDownload ? [downloadsAtOnce] : []),
    ...(path.includes(':userId') ? [own('userId')] : []),
    ...(call.aboutFactors ? [requireProvedForFactors] : []),
  ];
}

const validators = ({ params, query, body }: Call): MiddlewareHandler[] => [
  ...(params ? [validate('param', params)] : []),
  ...(query ? [validate('query', query)] : []),
  ...(body ? [validate('json', body)] : []),
];

function inputOf(c: Context<AppEnv>, call: Call): object {
  const read = (target: 'param' | 'query' | 'json'): object => c.req.valid(target as never);
  const query = call.query && read('query');
  const body = call.body && read('json');
  if (!call.namesUser) for (const claimed of [query, body]) refuseClaimed(c, claimed);
  return { user: c.var.user, params: call.params ? read('param') : c.req.param(), query, body };
}

type Form = NonNullable<Call['form']>;
const takenBy = ({ files, bytesMax = limits.requestBytesMax }: Form) => ({
  files: Object.keys(files),
  requestBytesMax: bytesMax,
});

function formOf(c: Context<AppEnv>, form: Form, received: ReceivedForm): object {
  const fields = parseInput(form.fields, received.fields) as object;
  refuseClaimed(c, fields);
  return { fields, files: received.files };
}

function refuseClaimed({ var: { user } }: Context<AppEnv>, claimed: object | undefined): void {
  if (user && claimed) refuseForeignUser(user, claimed);
}
