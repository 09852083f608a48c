/** The environment's variables about portals: addresses, further hosts, and official interfaces with their keys. */
import { z } from 'zod';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import {
  addressVariable,
  hasOfficialInterface,
  hasPages,
  hostsVariable,
  interfaceAddressVariable,
  interfaceKeyVariable,
  type AddressVariable,
  type HostsVariable,
  type InterfaceAddressVariable,
  type InterfaceKeyVariable,
  type PortalFacts,
  type PortalHost,
} from '#activities/portals/facts.ts';
import { isPublicHost, portalHostList } from './portal-hosts.ts';

export const mailboxUrl = z.url({ protocol: /^imaps?$/, error: 'must be an imap:// or imaps:// address' });

/**
 * The addresses of the portals. A portal's services are not available until its address is set
 * (docs/production.md).
 */
const portalAddresses = Object.fromEntries(
  portals.map(({ key, address, ...facts }) => {
    const url = 'protocol' in facts ? mailboxUrl : z.url();
    return [addressVariable(key), address === null ? url.optional() : url.default(address)];
  }),
) as Record<AddressVariable<PortalKey>, z.ZodOptional<z.ZodURL>>;

/** The further hosts of portals with pages; without the variable, those of the portal's facts. */
const portalHosts = Object.fromEntries(
  portals.filter(hasPages).map(({ key }) => [hostsVariable(key), portalHostList.optional()]),
) as Record<HostsVariable<PortalKey>, z.ZodOptional<typeof portalHostList>>;

export const withInterface = portals.filter(hasOfficialInterface).map(({ key }) => key);

/** Addresses of official interfaces, which take the place of the portals' pages. */
const interfaceAddresses = Object.fromEntries(
  withInterface.map((key) => [
    interfaceAddressVariable(key),
    z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  ]),
) as Record<InterfaceAddressVariable<PortalKey>, z.ZodOptional<z.ZodURL>>;

/** The platform's keys for them; each is sent as the value of a header. */
const interfaceKeys = Object.fromEntries(
  withInterface.map((key) => [
    interfaceKeyVariable(key),
    z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')
      .optional(),
  ]),
) as Record<InterfaceKeyVariable<PortalKey>, z.ZodOptional<z.ZodString>>;

type PortalVariables = { [Name in AddressVariable<PortalKey>]?: string | undefined } & {
  [Name in HostsVariable<PortalKey>]?: PortalHost[] | undefined;
} & {
  [Name in InterfaceAddressVariable<PortalKey> | InterfaceKeyVariable<PortalKey>]?: string | undefined;
};

/** The reason why production refuses the configured hosts of a portal; null if it accepts them. */
export function problemOfHosts(key: PortalKey, env: PortalVariables): string | null {
  const hosts = env[hostsVariable(key)] ?? [];
  const isSecure = env[addressVariable(key)]?.startsWith('https://') === true;
  if (hosts.length > 0 && !isSecure)
    return `need an https:// address in ${addressVariable(key)} in production`;
  return hosts.every(isPublicHost) ? null : 'must not be of a private network in production';
}

/** What is wrong with the configured interface of a portal; null if nothing is. */
export function problemOfInterface(
  key: PortalKey,
  env: PortalVariables & { NODE_ENV: string },
): { path: string[]; message: string } | null {
  const names = { address: interfaceAddressVariable(key), key: interfaceKeyVariable(key) };
  const { [names.address]: address, [names.key]: secret } = env;
  if (address && !secret) return { path: [names.key], message: `must be set together with ${names.address}` };
  if (secret && !address) return { path: [names.address], message: `must be set together with ${names.key}` };
  // The key would be readable on the way.
  if (env.NODE_ENV === 'production' && address && !address.startsWith('https://'))
    return { path: [names.address], message: 'must be an https:// address in production' };
  return null;
}

/** `isSandbox`: the sandbox takes the place of all portals, so that they share its host. */
export function isRealPortal(url: string, env: PortalVariables, isSandbox: boolean): boolean {
  const real = portals.flatMap(({ key, address, hosts = [] }: PortalFacts & { key: PortalKey }) => [
    address,
    ...[...hosts, ...(env[hostsVariable(key)] ?? [])].map(({ host }) => `https://${host}`),
    isSandbox ? null : env[addressVariable(key)],
  ]);
  return real.some((other) => other && new URL(other).host === new URL(url).host);
}

/** All variables about portals. */
export const portalVariables = {
  ...portalAddresses,
  ...portalHosts,
  ...interfaceAddresses,
  ...interfaceKeys,
};
