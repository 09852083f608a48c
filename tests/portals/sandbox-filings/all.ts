/** One filing of every service that files. */
import { bankFilings } from './bank-ci.ts';
import { expFilings } from './bb-exp.ts';
import { bepzaFilings } from './bepza.ts';
import { damcoFilings } from './damco.ts';
import { epbFilings } from './epb.ts';
import type { SandboxFiling } from './filing.ts';
import { hmFilings } from './hm.ts';

export const sandboxFilings: readonly SandboxFiling[] = [
  ...expFilings,
  ...bepzaFilings,
  ...bankFilings,
  ...damcoFilings,
  ...hmFilings,
  ...epbFilings,
];
