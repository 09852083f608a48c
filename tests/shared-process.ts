/**
 * Folders of tests whose files follow one another in one process and load the product once. They leave nothing in it: they
 * replace no modules, keep nothing in the environment, and use no helper whose hooks run for one file only. All other files,
 * and those that are named as exceptions, get a fresh process each.
 */
export const sharedProcess = ['tests/unit', 'tests/web', 'tests/api'] as const;

export const ownProcess = [
  // Replaces the middleware that it notes schemas from.
  'tests/api/authorisation-fuzz.test.ts',
  // Start processes of their own, which end with the file.
  'tests/api/accounts/guessing-attack.test.ts',
  'tests/api/listening-address.test.ts',
  'tests/api/jobs/upload-attack.test.ts',
] as const;

export const isShared = (file: string): boolean =>
  file.endsWith('.test.ts') &&
  sharedProcess.some((folder) => file.startsWith(`${folder}/`)) &&
  !ownProcess.some((exception) => file === exception);
