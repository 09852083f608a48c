/** MyShipment, a forwarder's visibility portal: one login form, a search, shipments with milestones. */
import type { Portal } from '../contract.ts';
import { labelledLogin } from '../form-login.ts';
import { config } from './config.ts';
import { tools } from './track-page.ts';

export const myShipment: Portal = {
  key: 'myshipment',
  label: 'MyShipment Portal',
  credentials: 'myshipment',
  sessionsMax: 4,
  ...labelledLogin(config, tools),
};
