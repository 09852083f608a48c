/** The fixture of mailbox tests: an opened mailbox, and a row of the FCR extractor run on it. */
import { afterEach } from 'vitest';
import { createMailReach } from '#activities/sessions/mail-reach.ts';
import { PortalFault, type MailReach, type PortalLogin } from '#activities/portals/contract.ts';
import type { Mailbox } from '#activities/portals/mailbox/mailbox.ts';
import { mailboxPortal } from '#activities/portals/mailbox/portal.ts';
import { damcoFcrExtractor } from '#services/damco-fcr-extractor/run.ts';
import type { RowData } from '#services/contract.ts';
import type { RowResult } from '#services/runner.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { expectedRows, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const SERVICE = 'damco-fcr-extractor';

/** Mailboxes are closed after each test. */
export function useMailboxes(): (
  address: string | null,
  login: PortalLogin,
  reach?: MailReach,
) => Promise<Mailbox> {
  const open: Mailbox[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((mailbox) => mailbox.close()));
  });
  return async (address, login, reach = createMailReach({ allowsPrivate: false })) => {
    const mailbox = await mailboxPortal.openMailbox(address, login, reach);
    open.push(mailbox);
    return mailbox;
  };
}

export const extract = (mailbox: Mailbox, cells: Readonly<RowData>): Promise<RowResult> =>
  damcoFcrExtractor.run(rowOf(SERVICE, cells), runContext({ mailbox }));

export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof PortalFault) return error.outcome;
      throw error;
    },
  );
}

/** The results of the sample's rows, in the form of `expected.json`. */
export async function sampleResults(mailbox: Mailbox): Promise<object[]> {
  const results: object[] = [];
  for (const cells of sampleRows(SERVICE)) {
    const { outcome, portalReference, values = {}, documents = [] } = await extract(mailbox, cells);
    results.push({
      outcome,
      ...(portalReference === undefined ? {} : { portalReference }),
      values,
      ...(documents.length === 0 ? {} : { documents: documents.map(({ name }) => name) }),
    });
  }
  return results;
}

export const expectedResults = (): object[] => expectedRows(SERVICE);
