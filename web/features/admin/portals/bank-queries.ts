/** Provides the administrators' calls about banks. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyInput } from '#contracts/calls/calls.ts';
import { call } from '#web/lib/client.ts';
import { boardPollOf, portalsKey } from './queries.ts';

/** Below that of the portals: what changes the desk of a bank as a portal is asked for again with them. */
export const banksKey = [...portalsKey, 'banks'];
export const bankListQuery = queryOptions({
  queryKey: banksKey,
  queryFn: ({ signal }) => call('GET /api/admin/banks', { signal }).then((answer) => answer.banks),
  refetchInterval: ({ state }) => boardPollOf(state.data),
});

export const addBank = (body: BodyInput<'POST /api/admin/banks'>) => call('POST /api/admin/banks', { body });
export const changeBank = (bankKey: string, body: BodyInput<'PUT /api/admin/banks/:bankKey'>) =>
  call('PUT /api/admin/banks/:bankKey', { params: { bankKey }, body });
export const proposeAddress = (bankKey: string, body: BodyInput<'PUT /api/admin/banks/:bankKey/address'>) =>
  call('PUT /api/admin/banks/:bankKey/address', { params: { bankKey }, body });
