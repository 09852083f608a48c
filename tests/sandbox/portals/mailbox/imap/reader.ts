/** Reads whole commands from a socket: lines and the literals that they announce, each with a size limit. */
import type { Socket } from 'node:net';

const BYTES_MAX = 64 * 1024;
const LITERALS_MAX = 16;

/** The command's lines alternating with the literals between them; null if the client has disconnected. */
export type NextCommand = () => Promise<string[] | null>;

export function commandReader(socket: Socket, sendContinue: () => void): NextCommand {
  const chunks = socket[Symbol.asyncIterator]();
  let buffered = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done) return false;
    buffered = Buffer.concat([buffered, Buffer.from(value)]);
    if (buffered.length > BYTES_MAX) throw new Error('The command is too long.');
    return true;
  };
  const take = (count: number, skipped = 0): string => {
    const text = buffered.subarray(0, count).toString('utf8');
    buffered = buffered.subarray(count + skipped);
    return text;
  };
  const line = async (): Promise<string | null> => {
    while (!buffered.includes('\r\n')) if (!(await more())) return null;
    return take(buffered.indexOf('\r\n'), 2);
  };
  const literal = async (length: number): Promise<string | null> => {
    while (buffered.length < length) if (!(await more())) return null;
    return take(length);
  };

  return async () => {
    const pieces: string[] = [];
    while (pieces.length < 2 * LITERALS_MAX) {
      const text = await line();
      if (text === null) return null;
      pieces.push(text);
      const announced = /\{(\d+)(\+?)\}$/.exec(text);
      if (!announced) return pieces;
      const length = Number(announced[1]);
      if (length > BYTES_MAX) throw new Error('The literal is too long.');
      if (announced[2] === '') sendContinue();
      const bytes = await literal(length);
      if (bytes === null) return null;
      pieces.push(bytes);
    }
    throw new Error('Too many literals.');
  };
}
