/** The three hosts of the forwarder's portal: its address, the sign-in, and the applications that run in its frame. */
import type { Context } from 'hono';
import { addressOf, isOnOwnHosts, type SandboxHosts } from '#tests/sandbox/framework/hosts.ts';

export const hosts: SandboxHosts = {
  address: 'portal.damco.localhost',
  others: [
    { name: 'auth.damco.localhost', role: 'sign-in', serves: /^\/(adfs\/|otp$)/ },
    { name: 'booking.damco.localhost', role: 'work', serves: /^\/(ShipperPortalWeb|DocumentManagement)\// },
  ],
};

/** Returns the address of a path as a page of this request must name it. */
export const at = (c: Context, path: string): string => addressOf(hosts, c, 'damco', path);

export const areSeveral = (c: Context): boolean => isOnOwnHosts(hosts, c);
