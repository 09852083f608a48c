/** Customs Clearance Tracking, one row: look the bill up and read its steps. */
import { PortalFault } from '#activities/portals/contract.ts';
import { findBill } from '#activities/portals/customs/bill-page.ts';
import { customsMessages } from '#services/families/customs-messages.ts';
import { billKey, billNumber } from '#services/families/customs-bill.ts';
import { storedRotation } from '#services/families/fields-containers.ts';
import type { ReadRunner } from '#services/runner.ts';
import { customTrackingMessages } from './messages.ts';

/** Column of the result and the portal's labels for it, which differ by the kind of bill. */
const fields = [
  ['registration', ['Registration']],
  ['declarant', ['Declarant AIN']],
  ['trader', ['Exporter', 'Consignee']],
  ['type', ['Type']],
  ['items', ['Items']],
  ['lane', ['Lane']],
  ['assessed', ['Assessment']],
  ['paid', ['Payment']],
  ['examined', ['Examination']],
  ['released', ['Release']],
  ['current_step', ['Current Step']],
  ['last_update', ['Last Update']],
] as const;

export const customTracking: ReadRunner = {
  outputColumns: ['manifest_no', ...fields.map(([column]) => column)],
  run: async (row, { session, ask, signal }) => {
    signal.throwIfAborted();
    if (!session) throw new Error('Customs tracking needs a browser.');
    const bill = await findBill(session, billNumber(row), ask);
    if (!bill) return { outcome: 'NOT_FOUND', message: customsMessages.noRecord() };
    const values = Object.fromEntries(
      fields.map(([column, labels]) => [column, valueOf(bill.status, labels)]),
    );
    return {
      outcome: 'SUCCESS',
      message: customTrackingMessages.status({ status: values['current_step'] }),
      portalReference: billKey(row),
      values: { manifest_no: manifestNoOf(bill.manifest), ...values },
    };
  },
};

function manifestNoOf(manifest: Map<string, string> | null): string | null {
  const shown = manifest?.get('Manifest No');
  return shown === undefined ? null : storedRotation(shown);
}

/** Returns null for a step that is not reached yet; throws PORTAL_CHANGED if the label is missing. */
function valueOf(status: Map<string, string>, labels: readonly string[]): string | null {
  const label = labels.find((candidate) => status.has(candidate));
  if (label === undefined) {
    throw new PortalFault('PORTAL_CHANGED', customTrackingMessages.noLabel({ label: labels[0] }));
  }
  return status.get(label) || null;
}
