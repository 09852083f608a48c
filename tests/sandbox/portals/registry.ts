/** Every portal of the sandbox: one folder and one line each. */
import type { SandboxPortal } from '#tests/sandbox/framework/portal.ts';
import { bankCi } from './bank-ci/portal.ts';
import { bbExp } from './bb-exp/portal.ts';
import { bepza } from './bepza/portal.ts';
import { cpa } from './cpa/portal.ts';
import { customs } from './customs/portal.ts';
import { damco } from './damco/portal.ts';
import { epb } from './epb/portal.ts';
import { hm } from './hm/portal.ts';
import { mailbox } from './mailbox/portal.ts';
import { maerskTrack } from './maersk-track/portal.ts';
import { myshipment } from './myshipment/portal.ts';

export const portals: readonly SandboxPortal[] = [
  bbExp,
  maerskTrack,
  myshipment,
  cpa,
  customs,
  damco,
  epb,
  hm,
  bepza,
  bankCi,
  mailbox,
];
