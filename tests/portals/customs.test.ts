/** Contract of the customs adapter and of its two services, against the sandbox portal. */
import { afterEach, describe, expect, test } from 'vitest';
import { todaysThird } from '#tests/harness/depth.ts';
import { saying } from '#tests/harness/saying.ts';
import type { PortalSession, Question } from '#activities/portals/contract.ts';
import { completeBill } from '#services/families/customs-bill.ts';
import { customTracking } from '#services/custom-tracking/run.ts';
import { egmDownload } from '#services/egm-download/run.ts';
import { egmDownloadService } from '#services/egm-download/service.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { outcomeOf, shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { expectedRows, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'customs';
await shortenTimeouts(portal, { navigationMs: 4_000, elementMs: 2_000 });
const released = { office_code: '301', be_serial: 'C', be_number: '796229', be_year: '2026' };

afterEach(() => sandbox.clearFaults());

async function work(
  runner: ReadRunner,
  row: Record<string, string>,
  given: { session?: PortalSession; ask?: (question: Question) => Promise<string> } = {},
): Promise<RowResult> {
  const session = given.session ?? (await openSession(sandbox.url(portal)));
  return runner.run(completeBill(row), runContext({ session, ...(given.ask ? { ask: given.ask } : {}) }));
}

const services = [
  ['custom-tracking', customTracking],
  ['egm-download', egmDownload],
] as const;
test.each(services)('the rows of the sample of %s give exactly the expected values', async (id, runner) => {
  const session = await openSession(sandbox.url(portal));
  const rows: object[] = [];
  for (const row of sampleRows(id)) {
    const { outcome, portalReference, values = {}, documents } = await work(runner, row, { session });
    rows.push({
      outcome,
      ...(portalReference ? { portalReference } : {}),
      values,
      ...(documents ? { documents: documents.map(({ name }) => name) } : {}),
    });
  }
  expect(rows).toEqual(expectedRows(id));
});

const pictureOf = (question: Question | undefined): Uint8Array =>
  (question && 'picturePng' in question && question.picturePng) || new Uint8Array();

describe('a CAPTCHA', () => {
  test('a CAPTCHA is shown to a person, who is asked again after a wrong answer', async () => {
    await sandbox.setFault({ portal, kind: 'captcha-on', times: -1 });
    const asked: Question[] = [];
    const answers = ['WRONG', 'SANDBOX'];
    const ask = async (question: Question): Promise<string> => {
      asked.push(question);
      return answers.shift() ?? '';
    };
    expect(await work(customTracking, released, { ask })).toMatchObject({ outcome: 'SUCCESS' });
    expect(asked).toHaveLength(2);
    expect(Buffer.from(pictureOf(asked[0])).subarray(1, 4).toString()).toBe('PNG');
  });

  test('a CAPTCHA that nobody answers ends the row as HUMAN_REQUIRED', async () => {
    await sandbox.setFault({ portal, kind: 'captcha-on', times: -1 });
    expect(await outcomeOf(work(customTracking, released))).toBe('HUMAN_REQUIRED');
  });
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http500', route: 'form' }, 'PORTAL_BUSY'],
  [{ kind: 'http503-maintenance', route: 'status' }, 'PORTAL_DOWN'],
  [{ kind: 'drop-connection', route: 'status', times: -1 }, 'PORTAL_DOWN'],
  [{ kind: 'blank-page', route: 'status' }, 'PORTAL_BUSY'],
  [{ kind: 'session-drop', route: 'status' }, 'SESSION_EXPIRED'],
  [{ kind: 'layout-changed', route: 'form' }, 'PORTAL_CHANGED'],
  [{ kind: 'layout-changed', route: 'status' }, 'PORTAL_CHANGED'],
  [{ kind: 'html-instead-of-pdf', route: 'egm' }, 'BAD_DOWNLOAD'],
  [{ kind: 'empty-file', route: 'egm' }, 'BAD_DOWNLOAD'],
];
test.each(todaysThird(faults))('%o ends the row as %s', async (fault, outcome) => {
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(work(egmDownload, released))).toBe(outcome);
});

test('a row with an office that customs does not offer ends as INPUT_INVALID, and its page is not called changed', async () => {
  const row = { ...released, office_code: '310' };
  expect(await outcomeOf(work(customTracking, row))).toBe('INPUT_INVALID');
  await expect(work(egmDownload, row)).rejects.toThrow('Bangladesh Customs does not offer the office 310.');
});

test('a row with a year that customs does not offer ends as INPUT_INVALID', async () => {
  expect(await outcomeOf(work(customTracking, { ...released, be_year: '2012' }))).toBe('INPUT_INVALID');
});

test('a row whose rotation customs contradicts says so in its message', async () => {
  const { message } = await work(egmDownload, { ...released, rotation_no: '2026/1' });
  expect(message).toEqual(saying('Your sheet has rotation 2026/1, customs has 2026/3187.'));
});

test('a rotation and a bill of lading that customs only spells differently are not contradicted', async () => {
  for (const rotation_no of ['2026/3187', '2026/03187']) {
    const { message, values } = await work(egmDownload, {
      ...released,
      rotation_no,
      bl_no: 'dhk 1204477',
    });
    expect(message).toEqual(saying(/^Manifest 2026\/3187\.$/));
    expect(values).toMatchObject({ egm_no: '2026/3187' });
  }
});

test.each([
  [{ be_number: '796229', c_number: 'C796231' }, 1],
  [{ be_number: '796229', c_number: 'E111' }, 1],
  [{ be_serial: 'C', c_number: 'E796229' }, 1],
  [{ be_serial: 'C', be_number: '796229', c_number: 'C0796229' }, 0],
  [{ be_number: '796229', c_number: 'E796229' }, 0],
])('a row that names a bill as %o has %i problems', (named, count) => {
  const { check, complete } = egmDownloadService.input;
  const row = complete({ office_code: '301', be_year: '2026', ...named });
  const problem = {
    column: 'c_number',
    problem: saying('This is not the bill of be_serial and be_number.'),
  };
  expect(check(row, new Date('2026-11-21'))).toEqual(
    Array.from({ length: count }, () => expect.objectContaining(problem)),
  );
});

test('a bill without a number is refused with a message that says what is missing', () => {
  const { check, complete } = egmDownloadService.input;
  const row = complete({ office_code: '301', be_year: '2026' });
  expect(check(row, new Date('2026-11-21'))).toEqual([
    expect.objectContaining({ column: 'be_number', problem: 'The number of the bill is missing.' }),
  ]);
});
