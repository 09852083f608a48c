/** Writes a job's results as one ZIP stream; each file is opened only when it is written. */
import type { Readable } from 'node:stream';
import yazl from 'yazl';

/** `path` is inside the job's folder: `result.xlsx`, `documents/EXP_1084_004501_2026.pdf`. */
export type ZipSource = { path: string; open: () => Promise<Readable> };

/**
 * Returns the ZIP stream. A source that fails ends the stream with its error, so that an incomplete ZIP is not
 * mistaken for a complete one.
 */
export function writeZip(job: { serviceId: string; jobId: string }, sources: readonly ZipSource[]): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | null = null;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  // Also runs when the reader disconnects midway.
  output.once('close', () => reading?.destroy());
  const read = async ({ open }: ZipSource): Promise<Readable> => {
    reading = await open();
    // The ZIP writer does not listen to its sources; an unhandled error event would end the process.
    reading.on('error', fail);
    return reading;
  };
  for (const source of sources) {
    zip.addReadStreamLazy(`${job.serviceId}_${job.jobId}/${source.path}`, (respond) => {
      read(source).then((stream) => respond(null, stream), fail);
    });
  }
  zip.end();
  return output;
}
