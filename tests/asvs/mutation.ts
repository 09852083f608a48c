/** The code by which a requirement of `asvs.md` holds, as `npm run asvs` takes it away. */

export type Mutation = {
  file: string;
  /** Stands in the file once. */
  code: string;
  /** What stands there instead; nothing where it is left out. */
  instead?: string;
};
export type Mutations = Readonly<Record<string, Mutation>>;
