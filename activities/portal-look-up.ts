/** Checks whether a portal still looks as its adapter expects: looks up rows as a job would, and files nothing. */
import { english } from '#contracts/messages/render.ts';
import type { Env } from '#api/env.ts';
import type { IntakeRow } from '#api/domain/jobs/intake/types.ts';
import type { ServiceId } from '#services/catalogue.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
import type { RunContext, SubmitContext } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import type { BrowserPool } from './browser/pool.ts';
import { PortalFault, type Ask, type PortalLogin } from './portals/contract.ts';
import { logIn, logOut, openedIn } from './sessions/sign-in.ts';

/** Result of a row's look-up: a row outcome, or what the check before a filing found. */
export type ProbeLine = { row: number; outcome: string; message: string };

type Probe = {
  service: ServiceDefinition;
  /** Valid rows as the intake produces them. */
  rows: readonly IntakeRow[];
  /** Null on a public portal. */
  login: PortalLogin | null;
  ask: Ask;
};

/**
 * Probes a service with one session per login scope that the rows name. The first row that finds the portal changed
 * ends the probe.
 */
export async function probeService(
  deps: { env: Env; browsers: BrowserPool },
  probe: Probe,
): Promise<ProbeLine[]> {
  const lines: ProbeLine[] = [];
  for (const rows of sessionsOf(probe).values()) {
    lines.push(...(await probeRows(deps, probe, rows)));
    if (lines.some(({ outcome }) => outcome === 'PORTAL_CHANGED')) break;
  }
  return lines;
}

type ValidRow = IntakeRow & { data: RowData };

function sessionsOf({ service, rows }: Probe): Map<string, ValidRow[]> {
  const sessions = new Map<string, ValidRow[]>();
  for (const row of rows) {
    if (row.data === null) continue;
    const scope = service.sessionScope?.(row.data) ?? '';
    sessions.set(scope, [...(sessions.get(scope) ?? []), { ...row, data: row.data }]);
  }
  return sessions;
}

async function probeRows(
  deps: { env: Env; browsers: BrowserPool },
  { service, login, ask }: Probe,
  rows: readonly ValidRow[],
): Promise<ProbeLine[]> {
  const { portal } = service;
  const [first] = rows;
  if (!portal || !first) return [];
  try {
    const scope = service.sessionScope?.(first.data) ?? '';
    const session = await logIn(deps, { portal, login, ask, scope });
    try {
      const context = contextOf(session, ask);
      const lines: ProbeLine[] = [];
      for (const row of rows) lines.push(await probeRow(service, row, context));
      return lines;
    } finally {
      await logOut(portal, session);
    }
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return [{ row: first.rowNumber, outcome: error.outcome, message: error.message }];
  }
}

async function probeRow(
  service: ServiceDefinition,
  { rowNumber, data }: ValidRow,
  context: RunContext,
): Promise<ProbeLine> {
  const runner = runners[service.id as ServiceId];
  try {
    if (!('check' in runner)) {
      const { outcome, message } = await runner.run(data, context);
      return { row: rowNumber, outcome, message: english(message) };
    }
    const found = await runner.check([data], filingContext(context));
    return {
      row: rowNumber,
      outcome: found.found,
      message: 'message' in found ? english(found.message) : '',
    };
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return { row: rowNumber, outcome: error.outcome, message: error.message };
  }
}

function contextOf(session: Awaited<ReturnType<typeof logIn>>, ask: Ask): RunContext {
  return {
    ...openedIn(session),
    ask,
    signal: new AbortController().signal,
    readDocument: async () => null,
    exporterName: async () => '',
    incentiveRate: async () => null,
    keptLayouts: async () => [],
    noteTables: async () => undefined,
  };
}

/** A context for look-ups only: any attempt to file ends the probe. */
function filingContext(context: RunContext): SubmitContext {
  const { session } = context;
  if (!session) throw new Error('A service that files works in a browser.');
  const refuse = (): never => {
    throw new Error('A probe never files.');
  };
  return {
    ...context,
    session,
    earlier: { reference: null, committed: false },
    noteReference: async () => refuse(),
    commit: async () => refuse(),
  };
}
