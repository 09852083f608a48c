/** One ZIP file of a job's results; its contents are read only when their turn comes. */
import type { Readable } from 'node:stream';
import yazl from 'yazl';

/** `path` is inside the job's folder: `result.xlsx`, `documents/EXP_1084_004501_2026.pdf`. */
export type ZipSource = { path: string; open: () => Promise<Readable> };

/** A source that fails ends the stream with its error, so that nobody takes half a ZIP file for a whole one. */
export function writeZip(job: { serviceId: string; jobId: string }, sources: readonly ZipSource[]): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | null = null;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  // Also when the reader goes away in the middle.
  output.once('close', () => reading?.destroy());
  const read = async ({ open }: ZipSource): Promise<Readable> => {
    reading = await open();
    // The ZIP writer does not listen to its sources; unheard, their error would end the process.
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
