/** Relays TCP connections between two parts, and can make them behave as on a failing network. */
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK } from './ports.ts';

/**
 * `slow`: every chunk is delayed. `half-open`: connections are accepted but get no response; when the relay heals they
 * are reset, as by a machine that has lost its state. `reset`: connections are reset, new ones too. `partitioned`:
 * nothing passes until the relay heals; then everything that waits is delivered.
 */
export type Weather = { kind: 'open' | 'half-open' | 'reset' | 'partitioned' } | { kind: 'slow'; ms: number };

export type Relay = {
  port: number;
  become: (weather: Weather) => void;
  close: () => Promise<void>;
};

type Connection = { ends: [net.Socket, net.Socket]; isDoomed: boolean };

/** Opens a relay to a port of this machine, on a free one. */
export async function openRelay(target: { port: number }): Promise<Relay> {
  let weather: Weather = { kind: 'open' };
  let healed = (): void => undefined;
  let healing = Promise.resolve();
  const connections = new Set<Connection>();

  /** Resolves to true when data may pass, or to false if it is lost. */
  const passes = async (connection: Connection): Promise<boolean> => {
    while (weather.kind === 'partitioned') await healing;
    if (weather.kind === 'half-open') connection.isDoomed = true;
    else if (weather.kind === 'slow') await delay(weather.ms);
    return !connection.isDoomed;
  };
  const drop = (connection: Connection): void => {
    connections.delete(connection);
    for (const end of connection.ends) end.resetAndDestroy();
  };
  const pump = (connection: Connection, from: net.Socket, to: net.Socket): void => {
    let turn = Promise.resolve();
    const after = async (before: Promise<void>, work: () => void): Promise<void> => {
      await before;
      if ((await passes(connection)) && !to.destroyed) work();
      from.resume();
    };
    const next = (work: () => void): void => {
      from.pause();
      turn = after(turn, work);
    };
    from.on('data', (chunk) =>
      next(() => {
        to.write(chunk);
      }),
    );
    from.on('end', () => next(() => to.end()));
    from.on('error', () => drop(connection));
    from.on('close', () => {
      if (from.destroyed && to.destroyed) connections.delete(connection);
    });
  };
  const server = net.createServer({ allowHalfOpen: true }, (caller) => {
    if (weather.kind === 'reset') {
      caller.on('error', () => undefined);
      caller.resetAndDestroy();
      return;
    }
    const called = net.connect({ host: LOOPBACK, port: target.port, allowHalfOpen: true });
    for (const socket of [caller, called]) socket.setNoDelay(true);
    const connection: Connection = { ends: [caller, called], isDoomed: false };
    connections.add(connection);
    pump(connection, caller, called);
    pump(connection, called, caller);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    become: (now) => {
      const before = weather;
      weather = now;
      if (before.kind === 'partitioned') healed();
      if (now.kind === 'partitioned') healing = new Promise((resolve) => (healed = resolve));
      const lost = [...connections].filter(({ isDoomed }) => isDoomed || now.kind === 'reset');
      if (now.kind !== 'half-open') lost.forEach(drop);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if (weather.kind === 'partitioned') healed();
      weather = { kind: 'reset' };
      [...connections].forEach(drop);
      await closed;
    },
  };
}
