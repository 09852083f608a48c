/** `npm run cluster`: starts the cluster in miniature, prints its addresses, and ends everything on Ctrl-C or SIGTERM. */
import { startCluster, type Cluster } from './cluster.ts';
import { supervise, tableOf } from './supervise.ts';

await supervise((say) => startCluster(say), table);

function table({ addresses, parts, relays }: Cluster): string {
  return tableOf('The cluster is running.', [
    ['App (proxy)', addresses.app],
    ['By HTTPS, HTTP/2', `${addresses.secure.address}, certificate ${addresses.secure.certificate}`],
    ['Temporal', `${addresses.temporal.address}, namespace ${addresses.temporal.namespace}`],
    ['Mailbox', `${addresses.app}/dev/mailbox`],
    ['Sandbox portals', addresses.sandbox],
    ['Store (S3)', addresses.store],
    ['Processes', parts.map(({ name, pid }) => `${name} ${pid() ?? ''}`).join(', ')],
    ['Relays', String(relays.size)],
    ['Demo customer', 'demo@chalan.test / demo1234'],
    ['Demo administrator', 'admin@chalan.test / admin1234'],
    ['Data and logs', addresses.dataDirectory],
  ]);
}
