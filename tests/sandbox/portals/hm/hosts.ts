/** The two hosts of the supplier portal: its address, and the sign-in. */
import type { Context } from 'hono';
import { addressOf, type SandboxHosts } from '#tests/sandbox/framework/hosts.ts';

export const hosts: SandboxHosts = {
  address: 'supplier.hm.localhost',
  others: [{ name: 'login.hm.localhost', role: 'sign-in', serves: /^\/signin(\/|$)/ }],
};

/** Returns the address of a path as a page of this request must name it. */
export const at = (c: Context, path: string): string => addressOf(hosts, c, 'hm', path);
