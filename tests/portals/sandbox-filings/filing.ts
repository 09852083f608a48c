/** What a test needs to know about one filing on a sandbox portal, made with plain requests. */
import { createVisitor, type Fields, type Visitor } from './visitor.ts';

/** A form that is filled in; sending it makes the filing. */
type FilingRequest = { path: string; fields: Fields };

export type SandboxFiling = {
  service: string;
  portal: string;
  /** The route of the request that files. */
  route: string;
  /** The route of the page with the form, where it is not the filing route without `.submit`. */
  formRoute?: string;
  /** How many requests the service sends to that route before the one that files. */
  earlierRequests?: (rowCount: number) => number;
  /** Logs in; returns the part of the session that addresses need, which is usually empty. */
  signIn: (visitor: Visitor) => Promise<string>;
  prepare: (visitor: Visitor, session: string) => Promise<FilingRequest>;
  /** Text in the answer to the filing. */
  done: RegExp;
  /** The page on which a filing service looks for what was filed. */
  lookUp: (visitor: Visitor, session: string) => Promise<{ html: string }>;
  found: RegExp;
  /** The journal's key of the filing. */
  key: string;
  /** The journal's keys of the service's sample, where a test expects them to the letter. */
  sampleKeys?: readonly string[];
  /** The portal files the same thing twice if asked to. */
  takesTwins: boolean;
};

export type SignedIn = {
  prepare: () => Promise<FilingRequest>;
  send: Visitor['send'];
  hasFound: () => Promise<boolean>;
};

/** A separate session, as another browser has it. */
export async function signedIn(filing: SandboxFiling, portalUrl: string): Promise<SignedIn> {
  const visitor = createVisitor(portalUrl);
  const session = await filing.signIn(visitor);
  return {
    prepare: () => filing.prepare(visitor, session),
    send: visitor.send,
    hasFound: async () => filing.found.test((await filing.lookUp(visitor, session)).html),
  };
}

export const pdf = (name: string): File => new File(['%PDF-1.7 sandbox'], name, { type: 'application/pdf' });
/** Fields whose names begin with the page's or container's own prefix. */
export const prefixed = (prefix: string, fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
