/**
 * Folders and files of tests that get a process of their own. They configure what they start by the environment of their
 * process, put other modules in the place of the product's, or use a helper that ends what it has started with the file;
 * the pages' tests keep their language in a module.
 */
export const ownProcess = [
  'tests/chaos',
  'tests/e2e',
  'tests/faults',
  'tests/local',
  'tests/services',
  'tests/web',
  'tests/api/authorisation-fuzz.test.ts',
  'tests/api/upload-attack.test.ts',
  'tests/portals/mailbox-greenmail.test.ts',
] as const;
