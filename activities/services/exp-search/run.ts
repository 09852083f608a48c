/** EXP Search, one row: search by EXP number → details → printed form. */
import { refusalOf } from '#activities/portals/bb-exp/outcomes.ts';
import type { RowData } from '#services/contract.ts';
import type { ReadRunner, RowResult, RunContext } from '#services/runner.ts';
import { detailColumns, readDetails } from './details.ts';
import { expNumberOf, findExp, printedForm } from './look-up.ts';
import { expSearchMessages } from './messages.ts';

export const expSearch: ReadRunner = { outputColumns: detailColumns, run };

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  signal.throwIfAborted();
  if (!session) throw new Error('EXP Search needs a session on the portal.');
  const number = expNumberOf(row);
  const answer = await findExp(session.page, number);
  if ('words' in answer) return refusalOf(answer.words);
  const values = readDetails(answer.details, answer.name);
  return {
    outcome: 'SUCCESS',
    message: expSearchMessages.found({ exp: answer.name, status: values['portal_status'] }),
    portalReference: answer.name,
    values,
    documents: [await printedForm(session, number)],
  };
}
