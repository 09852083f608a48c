/** Reads the further hosts of a portal from its environment variable, such as `sign-in=auth.example,work.example`. */
import { z } from 'zod';
import { hostRoles, type HostRole, type PortalHost } from '#activities/portals/facts.ts';
import { isOfOwnNetwork, isPublicAddress, withoutBrackets } from './adapters/outbound-addresses.ts';

const DEFAULT_ROLE: HostRole = 'work';
const ENTRY = /^(?:([a-z-]+)=)?((?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?)$/;

/** A list of hosts, or of `role=host`. A host may have a port, and is named once. */
export const portalHostList = z.string().transform((text, context): PortalHost[] => {
  const entries = text
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const hosts = entries.flatMap((entry) => hostOf(entry) ?? []);
  const isUnclear =
    hosts.length < entries.length || new Set(hosts.map(({ host }) => host)).size < hosts.length;
  if (isUnclear)
    context.addIssue(
      `must be hosts, each once, such as sign-in=auth.example,work.example:8443,load=scripts.example,widget=captcha.example; the roles are ${hostRoles.join(', ')}`,
    );
  return hosts;
});

function hostOf(entry: string): PortalHost | null {
  const [, given = DEFAULT_ROLE, host = ''] = ENTRY.exec(entry) ?? [];
  const role = hostRoles.find((each) => each === given);
  return role && URL.canParse(`https://${host}`) ? { host, role } : null;
}

/** Whether the host is outside the own network, as far as its name says; its addresses are checked at each connection. */
export function isPublicHost({ host }: PortalHost): boolean {
  const { hostname } = new URL(`https://${host}`);
  return !isOfOwnNetwork(hostname) || isPublicAddress(withoutBrackets(hostname));
}
