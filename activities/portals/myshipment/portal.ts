/** MyShipment, a forwarder's tracking portal: one login form, a search, and shipments with milestones. */
import type { Portal } from '#activities/portals/contract.ts';
import { labelledLogin } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { tools } from './track-page.ts';

export const myShipment: Portal = {
  key: 'myshipment',
  label: 'MyShipment Portal',
  credentials: 'myshipment',
  sessionsMax: 4,
  ...labelledLogin(config, tools),
};
