/** EGM Download, one row: reads the bill's manifest, compares it with the sheet's rotation, and downloads it. */
import { findBill, printManifest } from '#activities/portals/customs/bill-page.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { customsMessages } from '#services/families/customs-messages.ts';
import type { RowData } from '#services/contract.ts';
import { billKey, billNumber } from '#services/families/customs-bill.ts';
import { storedRotation } from '#services/families/fields-containers.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { egmDownloadMessages } from './messages.ts';

const fields = [
  ['egm_no', 'Manifest No'],
  ['egm_date', 'Manifest Date'],
  ['vessel', 'Vessel'],
  ['voyage', 'Voyage'],
  ['departure_date', 'Departure Date'],
  ['manifest_bl_no', 'B/L No'],
  ['packages', 'Packages'],
  ['gross_weight', 'Gross Weight'],
] as const;

export const egmDownload: ReadRunner = {
  outputColumns: ['c_no_and_date', ...fields.map(([column]) => column)],
  run: async (row, { session, ask, signal }) => {
    signal.throwIfAborted();
    if (!session) throw new Error('EGM download needs a browser.');
    const bill = await findBill(session, billNumber(row), ask);
    if (!bill) return { outcome: 'NOT_FOUND', message: customsMessages.noRecord() };
    if (!bill.manifest) return notYetFiled;
    const { office, serial, number, year } = billNumber(row);
    const values = Object.fromEntries(
      fields.map(([column, label]) => [column, valueOf(column, bill.manifest?.get(label))]),
    );
    return {
      outcome: 'SUCCESS',
      message: sequence(
        egmDownloadMessages.manifest({ number: values['egm_no'] }),
        ...differences(row, values),
      ),
      portalReference: billKey(row),
      values: { c_no_and_date: bill.status.get('Registration') || null, ...values },
      documents: [
        {
          name: `EGM_${office}_${serial}${number}_${year}.pdf`,
          contentType: 'application/pdf',
          bytes: await printManifest(session),
        },
      ],
    };
  },
};

const notYetFiled: RowResult = {
  outcome: 'REJECTED',
  message: egmDownloadMessages.notYetFiled(),
};

const valueOf = (column: string, shown = ''): string | null =>
  (column === 'egm_no' ? storedRotation(shown) : shown) || null;

function differences(row: RowData, values: Record<string, string | null>): Message[] {
  const compared = [
    [egmDownloadMessages.rotation(), row['rotation_no'], values['egm_no'], comparableRotation],
    ['B/L', row['bl_no'], values['manifest_bl_no'], comparableBill],
  ] as const;
  return compared.flatMap(([what, wanted, shown, comparable]) =>
    wanted && shown && comparable(wanted) !== comparable(shown)
      ? [egmDownloadMessages.sheetDiffers({ what, wanted, shown })]
      : [],
  );
}

/** 2026/03187 → 2026/3187 */
const comparableRotation = (number: string): string => number.replace(/\/0+(?=\d)/, '/');
const comparableBill = (number: string): string => number.toUpperCase().replace(/\s/g, '');
