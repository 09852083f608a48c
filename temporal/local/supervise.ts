/** Runs a stack until Ctrl-C or SIGTERM, and ends everything that it has started. */

type Running = { failed: Promise<string>; stop: () => Promise<void> };

const PARENT_CHECK_MS = 1_000;

/** Starts a stack, prints its `table`, and ends the process together with it. */
export async function supervise<Stack extends Running>(
  start: (say: (line: string) => void) => Promise<Stack>,
  table: (stack: Stack) => string,
): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  let stack: Stack | null = null;
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    say('Stopping …');
    // Waits for a start in progress, so that none of its child processes is missed.
    if (!stack) return;
    await stack.stop();
    process.exit(0);
  }
  /** Ends the stack, which would only seem to work without one of its parts. */
  async function fail(sentence: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    process.stderr.write(`${sentence}\nChalan ends.\n`);
    await stack?.stop();
    process.exit(1);
  }

  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('SIGHUP', () => void stop());
  // npm's shell may end without passing the signal on.
  const parentPid = process.ppid;
  setInterval(() => process.ppid !== parentPid && void stop(), PARENT_CHECK_MS).unref();

  try {
    stack = await start(say);
    if (stopping) await stack.stop().then(() => process.exit(0));
    say(table(stack));
    void stack.failed.then(fail);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** Formats names and values as a table with one line each. */
export function tableOf(title: string, rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `\n${title}\n\n${lines.join('\n')}\n\nCtrl-C stops everything.\n`;
}
