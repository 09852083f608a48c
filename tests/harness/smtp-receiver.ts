/** A mail server that accepts every mail and shows it as it arrived over the wire. */
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';

export type ReceivedMail = { from: string; to: string[]; lines: string[] };

/** The server ends with the test file. */
export async function startSmtpReceiver(): Promise<{ url: string; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = [];
  const server = net.createServer((socket) => converse(socket, received));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

function converse(socket: net.Socket, received: ReceivedMail[]): void {
  const reply = (line: string): void => void socket.write(`${line}\r\n`);
  let mail: ReceivedMail = { from: '', to: [], lines: [] };
  let isData = false;
  const take = (line: string): void => {
    if (isData && line === '.') {
      isData = false;
      received.push(mail);
      mail = { from: '', to: [], lines: [] };
      return reply('250 taken');
    }
    // The SMTP client adds a dot to each line that begins with one (RFC 5321, section 4.5.2).
    if (isData) return void mail.lines.push(line.replace(/^\./, ''));
    if (/^MAIL FROM:/i.test(line)) mail.from = line.slice(10);
    if (/^RCPT TO:/i.test(line)) mail.to.push(line.slice(8).trim());
    isData = /^DATA$/i.test(line);
    if (isData) return reply('354 go on');
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
    reply('250 ok');
  };
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', take);
  reply('220 ready');
}
