/** Downloads of permits of an invoice that has several applications, which differ in their transport documents. */
import { expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { bepzaIpDownload } from '#services/bepza-ip-download/run.ts';
import { bepzaEpDownload } from '#services/bepza-ep-download/run.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { runContext } from '#tests/harness/run-context.ts';

const portal = 'bepza';
const { sandbox, loggedIn } = await useAdapter(portal, { elementMs: 2_000 });

const query = 'The net weight differs from the packing list.';
const approved = (permitNo: string): object => ({
  status: 'APPROVED',
  permitNo,
  approvedAt: '09/06/2026 11:40',
  validTill: '07/09/2026',
});
const returned = { status: 'RETURNED_WITH_QUERY', remark: query };
const imports = ['IP-DEPZ-2026-040137', 'IP-DEPZ-2026-040138'] as const;
const exports = ['EP-DEPZ-2026-018844', 'EP-DEPZ-2026-018845'] as const;
const invoiceOfImports = 'HX-26-7729';
const invoiceOfExports = 'KGL/26/0829';

async function work(
  runner: ReadRunner,
  row: Record<string, string>,
  records: Record<string, object>,
): Promise<RowResult> {
  await sandbox.seed({ portal, records });
  const session = await loggedIn({ scope: 'DEPZ' });
  return runner.run({ zone: 'DEPZ', ...row }, runContext({ session }));
}

test('a permit of an invoice comes with the state of the application that has none', async () => {
  const records = { [imports[0]]: approved('IP26-DEPZ-140137'), [imports[1]]: returned };
  const result = await work(bepzaIpDownload, { invoice_no: invoiceOfImports }, records);
  expect(result).toMatchObject({
    outcome: 'SUCCESS',
    portalReference: 'IP26-DEPZ-140137',
    values: {
      permit_no: 'IP26-DEPZ-140137; –',
      portal_status: `APPROVED; ${imports[1]}: RETURNED_WITH_QUERY`,
    },
  });
  expect(result.documents?.map(({ name }) => name)).toEqual(['IP_IP26-DEPZ-140137.pdf']);
  expect(result.message).toEqual(saying('Permit IP26-DEPZ-140137 was found'));
  expect(result.message).toEqual(saying(`application ${imports[1]} was sent back: ${query}`));
});

test('a permit is found although the state of another application is unknown', async () => {
  const records = { [imports[0]]: approved('IP26-DEPZ-140137'), [imports[1]]: { status: 'WITHDRAWN' } };
  const result = await work(bepzaIpDownload, { invoice_no: invoiceOfImports }, records);
  expect(result.outcome).toBe('SUCCESS');
  expect(result.message).toEqual(saying(`Application ${imports[1]} is on the portal: WITHDRAWN.`));
});

test('a forgotten draft does not hide the application that is with the officer', async () => {
  const result = await work(
    bepzaIpDownload,
    { invoice_no: invoiceOfImports },
    { [imports[1]]: { status: 'SUBMITTED' } },
  );
  expect(result).toMatchObject({
    outcome: 'REJECTED',
    values: { portal_status: `${imports[0]}: DRAFT; ${imports[1]}: SUBMITTED` },
  });
  expect(result.portalReference).toBeUndefined();
  expect(result.message).toEqual(saying(`Application ${imports[0]} has not been submitted yet.`));
  expect(result.message).toEqual(saying(`application ${imports[1]} is with the zone officer.`));
});

test('an unknown state of one application neither hides the known one of another nor pauses the portal', async () => {
  const records = { [imports[0]]: { status: 'SUBMITTED' }, [imports[1]]: { status: 'WITHDRAWN' } };
  const result = await work(bepzaIpDownload, { invoice_no: invoiceOfImports }, records);
  expect(result.outcome).toBe('REJECTED');
  expect(result.message).toEqual(saying(`application ${imports[0]} is with the zone officer.`));
  expect(result.message).toEqual(saying(`Application ${imports[1]} is on the portal: WITHDRAWN.`));
});

test('a remark has the place of its own permit among several', async () => {
  const records = {
    [exports[0]]: approved('EP26-DEPZ-118844'),
    [exports[1]]: { ...approved('EP26-DEPZ-118845'), remark: 'Valid for one shipment.' },
  };
  expect(await work(bepzaEpDownload, { invoice_no: invoiceOfExports }, records)).toMatchObject({
    outcome: 'SUCCESS',
    values: {
      permit_no: 'EP26-DEPZ-118844; EP26-DEPZ-118845',
      officer_remark: '–; Valid for one shipment.',
    },
  });
});
