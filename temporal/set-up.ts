/**
 * `npm run temporal:set-up`, for operators, once and after each upgrade: prepares the Temporal namespace that the
 * environment names. Only `TEMPORAL_*` is read.
 */
import { failInWords } from '#api/adapters/command-failure.ts';
import { readTemporalEnv } from '#api/env.ts';
import { prepareNamespace } from './prepare.ts';

failInWords();
const settings = readTemporalEnv(process.env);
await prepareNamespace(settings);
process.stdout.write(
  `The namespace ${settings.TEMPORAL_NAMESPACE} at ${settings.TEMPORAL_ADDRESS} is ready.\n`,
);
