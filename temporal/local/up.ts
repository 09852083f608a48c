/** `npm start`: starts the stack, prints one table, and ends everything on Ctrl-C or SIGTERM. */
import { startStack, type Stack, type StackAddresses } from './stack.ts';
import { supervise, tableOf } from './supervise.ts';

await supervise(startStack, table);

function temporalUi({ temporalUi: address, temporal }: StackAddresses): string {
  return address ? `${address}/namespaces/${temporal.namespace}` : 'of your own server';
}

function table({ addresses }: Stack): string {
  return tableOf('Chalan is running.', [
    ['App', addresses.app],
    ['Temporal UI', temporalUi(addresses)],
    ['Mailbox', `${addresses.app}/dev/mailbox`],
    ['Sandbox portals', addresses.sandbox],
    ['Demo customer', 'demo@chalan.test / demo1234'],
    ['Demo administrator', 'admin@chalan.test / admin1234'],
    ['Portal login', 'padma / padma1234 (Bangladesh Bank EXP)'],
    ['Data and logs', addresses.dataDirectory],
  ]);
}
