/** For requirements of `asvs.md`: the code without which the named test must fail. `npm run asvs` takes it away and looks. */
import { authenticationMutations } from './asvs/authentication.ts';
import { businessMutations } from './asvs/business.ts';
import { encodingMutations } from './asvs/encoding.ts';
import { loggingMutations } from './asvs/logging.ts';
import type { Mutations } from './asvs/mutation.ts';
import { secretMutations } from './asvs/secrets.ts';
import { serviceMutations } from './asvs/services.ts';
import { sessionMutations } from './asvs/sessions.ts';

export const mutations: Mutations = {
  ...encodingMutations,
  ...businessMutations,
  ...serviceMutations,
  ...authenticationMutations,
  ...sessionMutations,
  ...secretMutations,
  ...loggingMutations,
};
