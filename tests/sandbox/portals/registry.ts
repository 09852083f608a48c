/** Every portal of the sandbox: one folder and one line each. */
import type { SandboxPortal } from '../framework/portal.ts';
import { bbExp } from './bb-exp/portal.ts';
import { cpa } from './cpa/portal.ts';
import { customs } from './customs/portal.ts';
import { maerskTrack } from './maersk-track/portal.ts';

export const portals: readonly SandboxPortal[] = [bbExp, maerskTrack, cpa, customs];
