/** `npm start`: starts the stack, prints one table, and ends everything on Ctrl-C or SIGTERM. */
import { startStack, type Stack, type StackAddresses } from './stack.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const PARENT_CHECK_MS = 1_000;

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
/** Without one of its parts the stack would only seem to work. */
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
  stack = await startStack(say);
  if (stopping) await stack.stop().then(() => process.exit(0));
  say(table(stack));
  void stack.failed.then(fail);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function temporalUi({ temporalUi: address, temporal }: StackAddresses): string {
  return address ? `${address}/namespaces/${temporal.namespace}` : 'of your own server';
}

function table({ addresses }: Stack): string {
  const rows: [string, string][] = [
    ['App', addresses.app],
    ['Temporal UI', temporalUi(addresses)],
    ['Mailbox', `${addresses.app}/dev/mailbox`],
    ['Sandbox portals', addresses.sandbox],
    ['Demo customer', 'demo@chalan.test / demo1234'],
    ['Demo administrator', 'admin@chalan.test / admin1234'],
    ['Portal login', 'padma / padma1234 (Bangladesh Bank EXP)'],
    ['Data and logs', addresses.dataDirectory],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `\nChalan is running.\n\n${lines.join('\n')}\n\nCtrl-C stops everything.\n`;
}
