/**
 * Folders of tests whose files follow one another in one process and load the product once. They leave nothing in it: they
 * start no servers, replace no modules and keep nothing in the environment. All other files get a fresh process each.
 */
export const sharedProcess = ['tests/unit'] as const;
