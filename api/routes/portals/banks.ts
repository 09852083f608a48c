/** Routes about banks: those that customers choose from, and the administrators' list. */
import type { Deps } from '#api/deps.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { checkedDesk, requireOwnAddress, requireReachable } from '#api/domain/portals/bank-addresses.ts';
import { addBank, changeBank, listBanks } from '#api/domain/portals/bank-list.ts';
import { banksFor } from '#api/domain/portals/banks.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { serve } from '#api/routes/serve.ts';

export function bankRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/banks': ({ user }) => banksFor(deps.db, user.id),
    'GET /api/admin/banks': async () => ({ banks: await listBanks(deps) }),
    'POST /api/admin/banks': async ({ user, body: { reason, ...bank } }) => {
      await addBank(deps, bank, { adminId: user.id, reason });
      return { message: 'The bank is on the list. It is switched off until you enable it.' };
    },
    'PUT /api/admin/banks/:bankKey': async ({ user, params, body: { reason, ...change } }) => {
      await changeBank(deps, params.bankKey, change, { adminId: user.id, reason });
      return { message: 'The bank is changed.' };
    },
    'PUT /api/admin/banks/:bankKey/address': async ({ user, params, body: { reason, ...asked } }, c) => {
      const { bankKey } = params;
      await requireOwnAddress(deps.db, bankKey);
      const desk = await checkedDesk(deps, bankKey, asked);
      await requireReachable(deps.env, desk);
      const change = { kind: 'bank_address' as const, bankKey, ...desk };
      const proposed = await propose(deps, change, { adminId: user.id, reason });
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { message: 'The address is set. Claims at this bank are filed there.' };
    },
  });
}
