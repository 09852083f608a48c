/** Names of the files that jobs produce. */

/** Returns the name of a job's file: that of a practice run says so, wherever the file goes. */
export const resultName = ({ isPractice }: { isPractice: boolean }, name: string): string =>
  isPractice ? `practice_${name}` : name;
