/** EXP Search, one row: search by EXP number → details → printed form. */
import type { RowOutcome } from '#contracts/jobs.ts';
import { searchOutcomes } from '#activities/portals/bangladesh-bank-exp/outcomes.ts';
import { printExp } from '#activities/portals/bangladesh-bank-exp/pages/report-page.ts';
import {
  openSearch,
  searchExp,
  searchPage,
  type ExpNumber,
} from '#activities/portals/bangladesh-bank-exp/pages/search-page.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import type { RowData } from '../contract.ts';
import type { ReadRunner, RowResult, RunContext } from '../runner.ts';
import { detailColumns, readDetails } from './details.ts';

export const expSearch: ReadRunner = { outputColumns: detailColumns, run };

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  signal.throwIfAborted();
  if (!session) throw new Error('EXP Search needs a session on the portal.');
  const { page } = session;
  const number = numberOf(row);
  const name = `${number.adCode}-${number.serial}-${number.year}`;
  await openSearch(page);
  const answer = await searchExp(page, number);
  if ('words' in answer) return refused(answer.words);
  const values = readDetails(answer.details, name);
  const bytes = await printExp(session, searchPage(page).print);
  return {
    outcome: 'SUCCESS',
    message: `EXP ${name} was found: ${values['portal_status']}.`,
    portalReference: name,
    values,
    documents: [
      {
        name: `EXP_${number.adCode}_${number.serial}_${number.year}.pdf`,
        contentType: 'application/pdf',
        bytes,
      },
    ],
  };
}

function numberOf(row: RowData): ExpNumber {
  const { ad_code: adCode, exp_serial: serial, exp_year: year } = row;
  if (!adCode || !serial || !year)
    throw new Error('The row was not validated: a part of the EXP number is missing.');
  return { adCode, serial, year };
}

function refused(words: string): RowResult {
  const outcome: RowOutcome | undefined = searchOutcomes.find((known) => known.words.test(words))?.outcome;
  if (!outcome) throw new PortalFault('PORTAL_CHANGED', `The portal answered the search with: ${words}`);
  return { outcome, message: words };
}
