/** The two hosts of the customs portal's pages: its address, and that of the third party whose CAPTCHA it uses. */
import type { Context } from 'hono';
import { addressOf, type SandboxHosts } from '#tests/sandbox/framework/hosts.ts';

export const hosts: SandboxHosts = {
  address: 'customs.localhost',
  others: [{ name: 'captcha.localhost', role: 'widget', serves: /^\/widget(\/|$)/ }],
};

/** Returns the address of a path as a page of this request must name it. */
export const at = (c: Context, path: string): string => addressOf(hosts, c, 'customs', path);
