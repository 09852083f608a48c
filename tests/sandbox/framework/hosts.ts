/**
 * Serves a portal on several hosts, as the original. They are names under "localhost", so that no system has to resolve
 * them and each has cookies of its own. Asked by any other name, the portal is whole on that one.
 */
import type { Context } from 'hono';
import type { HostRole } from '#activities/portals/facts.ts';

export type SandboxHosts = {
  /** The host of the portal's address. */
  address: string;
  others: readonly {
    name: string;
    role: HostRole;
    /** The portal's paths that are served on this host only. */
    serves: RegExp;
  }[];
};

const namesOf = ({ address, others }: SandboxHosts): string[] => [address, ...others.map(({ name }) => name)];

const hostFor = ({ address, others }: SandboxHosts, path: string): string =>
  others.find(({ serves }) => serves.test(path))?.name ?? address;

/** Whether the request came to a host that serves its path. */
export function isServedHere(hosts: SandboxHosts | undefined, c: Context, path: string): boolean {
  const { hostname } = new URL(c.req.url);
  return !hosts || !namesOf(hosts).includes(hostname) || hostFor(hosts, path) === hostname;
}

/** Whether the request came to one of the portal's several hosts. */
export const isOnOwnHosts = (hosts: SandboxHosts, c: Context): boolean =>
  namesOf(hosts).includes(new URL(c.req.url).hostname);

/** Returns the address of a portal's path as a page of this request must name it: on the host that serves it. */
export function addressOf(hosts: SandboxHosts, c: Context, key: string, path: string): string {
  if (!isOnOwnHosts(hosts, c)) return `/${key}${path}`;
  const { protocol, port } = new URL(c.req.url);
  return `${protocol}//${hostFor(hosts, path)}:${port}/${key}${path}`;
}
