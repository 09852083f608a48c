/**
 * What can happen between and to the parts of a cluster: each kind of connection fails in each way, each process is
 * killed and frozen, the store has no space left, and portals are late.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Weather } from '#temporal/local/relay.ts';
import type { TestCluster } from '#tests/harness/stack.ts';
import type { Dice } from './dice.ts';
import { choosePortalFault } from './portal-faults.ts';

/** How long a fault may last, in seconds. */
export type Lengths = { network: number; frozen: number; late: number };
type Scene = { cluster: TestCluster; dice: Dice; lengths: Lengths };

/** A kind of fault; which of several equal parts it meets, and for how long, is by chance. */
export type ClusterFault = {
  name: string;
  /** Resolves when it is over, with what happened. */
  happen: (scene: Scene) => Promise<string>;
};

const SLOW_MS_MAX = 400;

/** By the beginnings of the names of their relays. */
const connections = [
  ['api', 'postgres'],
  ['api', 'temporal'],
  ['api', 'store'],
  ['worker', 'postgres'],
  ['worker', 'temporal'],
  ['worker', 'store'],
  ['workers', 'sandbox'],
  ['workers', 'mailbox'],
  ['temporal', 'postgres'],
  ['proxy', 'api'],
] as const;
const weathers = ['slow', 'half-open', 'reset', 'partitioned'] as const;
/** The sandbox stands for the outside world, whose filings must not be lost. */
const killed = ['postgres', 'temporal', 'store', 'api', 'proxy', 'worker-portals', 'worker-rows'];
const alsoKilled = ['worker-workflows', 'worker-outbound'];
const processes = [...killed, ...alsoKilled];

/** A part is `api-1`, its kind `api`. */
const isOf = (name: string, kind: string): boolean => name === kind || name.startsWith(`${kind}-`);

const networkFaults = connections.flatMap(([from, to]) =>
  weathers.map((kind): ClusterFault => ({
    name: `${from}→${to} ${kind}`,
    happen: async ({ cluster, dice, lengths }) => {
      const names = [...cluster.cluster.relays.keys()].filter((name) => {
        const [one = '', other = ''] = name.split('→');
        return isOf(one, from) && isOf(other, to);
      });
      const name = dice.pick(names);
      const relay = cluster.cluster.relays.get(name);
      const seconds = dice.between(2, lengths.network);
      const weather: Weather = kind === 'slow' ? { kind, ms: dice.between(50, SLOW_MS_MAX) } : { kind };
      relay?.become(weather);
      await delay(seconds * 1_000);
      relay?.become({ kind: 'open' });
      return `${name} ${JSON.stringify(weather)} for ${seconds} s`;
    },
  })),
);

const chosen = ({ cluster, dice }: Scene, kind: string): string =>
  dice.pick(cluster.cluster.parts.map(({ name }) => name).filter((name) => isOf(name, kind)));

const kills = processes.map((kind): ClusterFault => ({
  name: `kill ${kind}`,
  happen: async (scene) => {
    const part = chosen(scene, kind);
    await scene.cluster.kill(part);
    return `kill ${part}`;
  },
}));

const freezes = [...processes, 'sandbox'].map((kind): ClusterFault => ({
  name: `freeze ${kind}`,
  happen: async (scene) => {
    const part = chosen(scene, kind);
    const seconds = scene.dice.between(2, scene.lengths.frozen);
    await scene.cluster.freeze(part, seconds * 1_000);
    return `freeze ${part} for ${seconds} s`;
  },
}));

const fullStore: ClusterFault = {
  name: 'no space in the store',
  happen: async ({ cluster, dice, lengths }) => {
    const { storeControl } = cluster.cluster;
    const seconds = dice.between(2, lengths.network);
    mkdirSync(storeControl, { recursive: true });
    writeFileSync(path.join(storeControl, 'full'), '');
    await delay(seconds * 1_000);
    rmSync(path.join(storeControl, 'full'));
    return `no space in the store for ${seconds} s`;
  },
};

const portalFault: ClusterFault = {
  name: 'a portal',
  happen: async ({ cluster, dice, lengths }) => {
    const fault = choosePortalFault(dice, { lateSecondsMax: lengths.late, frozenSecondsMax: lengths.late });
    await cluster.control('POST', '/faults', fault);
    return JSON.stringify(fault);
  },
};

const inGroups: readonly ClusterFault[] = [...networkFaults, ...kills, ...freezes, fullStore, portalFault];
/** Has no common divisor with their number, so that each comes once. */
const STRIDE = 17;

/** Neighbours differ, because a day tries some that are next to each other. */
export const clusterFaults: readonly ClusterFault[] = inGroups.map(
  (_, index) => inGroups[(index * STRIDE) % inGroups.length] ?? fullStore,
);

/** Each of them once in a random order, then again. */
export function* inRandomOrder(faults: readonly ClusterFault[], dice: Dice): Generator<ClusterFault, never> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) yield* left.splice(dice.roll(left.length), 1);
  }
}
