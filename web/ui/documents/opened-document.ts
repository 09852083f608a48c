/** Opens a possibly hostile file as pages that are drawn on a canvas: a PDF in a worker, or a picture. */
import wasmAddress from '@embedpdf/pdfium/pdfium.wasm?url';
import { readBytes } from './read-bytes.ts';
import { kindOf, pictureSize, type PictureKind } from './file-kind.ts';
import { bounds, widthWithin } from './limits.ts';
import type { FromPdf, ToPdf } from './pdf-messages.ts';

export type DrawnPage = {
  width: number;
  height: number;
  /** Draws into a canvas of this size. */
  into: (canvas: CanvasRenderingContext2D) => void;
  text: string;
};
export type OpenedDocument = {
  pageCount: number;
  /** Pages are drawn one after the other. */
  draw: (page: number, widthPx: number) => Promise<DrawnPage>;
  close: () => void;
};
export type Unshown = 'tooLarge' | 'locked' | 'broken' | 'otherKind';

/** The file is there, but is not shown. */
export class NotShown extends Error {
  readonly reason: Unshown;

  constructor(reason: Unshown) {
    super(`The document is not shown: ${reason}.`);
    this.name = 'NotShown';
    this.reason = reason;
  }
}

/** @throws NotShown, or ApiError if the file cannot be read */
export async function openDocument(address: string, signal: AbortSignal): Promise<OpenedDocument> {
  const bytes = await readBytes(address, { bytesMax: bounds.fileBytesMax, signal });
  if (bytes === null) throw new NotShown('tooLarge');
  const kind = kindOf(bytes);
  if (kind === null) throw new NotShown('otherKind');
  return kind === 'pdf' ? openPdf(bytes, signal) : openPicture(kind, bytes);
}

/** Uses one of three types that cannot contain scripts. The bytes decide, never the server's type or the name. */
async function openPicture(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): Promise<OpenedDocument> {
  const size = pictureSize(kind, bytes);
  if (!size || size.width * size.height === 0) throw new NotShown('broken');
  if (size.width * size.height > bounds.pictureAreaMax) throw new NotShown('tooLarge');
  const picture = await createImageBitmap(new Blob([bytes], { type: `image/${kind}` })).catch(() => {
    throw new NotShown('broken');
  });
  const shape = picture.height / picture.width;
  return {
    pageCount: 1,
    draw: (_page, widthPx) => {
      const width = widthWithin(widthPx, shape);
      const height = Math.max(1, Math.round(width * shape));
      const into = (canvas: CanvasRenderingContext2D) => canvas.drawImage(picture, 0, 0, width, height);
      return Promise.resolve({ width, height, into, text: '' });
    },
    close: () => picture.close(),
  };
}

/** Loaded once, because it is the same for all documents. */
let wasm: Promise<ArrayBuffer> | null = null;

async function readWasm(): Promise<ArrayBuffer> {
  wasm ??= fetch(wasmAddress).then((answer) => {
    if (!answer.ok) throw new Error(`The reader of PDFs was answered by ${answer.status}.`);
    return answer.arrayBuffer();
  });
  try {
    return await wasm;
  } catch (error) {
    wasm = null;
    throw error;
  }
}

/** Sends one request at a time and waits for its answer. A worker that is late or breaks is ended. */
function createConversation() {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' });
  let last: Promise<unknown> = Promise.resolve();
  const asked = (message: ToPdf, transfer: Transferable[]) =>
    new Promise<FromPdf>((resolve, reject) => {
      const giveUp = () => {
        worker.terminate();
        reject(new NotShown('broken'));
      };
      const timer = setTimeout(giveUp, bounds.workMsMax);
      const onAnswer = ({ data }: MessageEvent<FromPdf>) => {
        clearTimeout(timer);
        worker.removeEventListener('error', giveUp);
        resolve(data);
      };
      worker.addEventListener('message', onAnswer, { once: true });
      worker.addEventListener('error', giveUp, { once: true });
      worker.postMessage(message, transfer);
    });
  return {
    ask: (message: ToPdf, transfer: Transferable[] = []): Promise<FromPdf> => {
      const answer = last.then(() => asked(message, transfer));
      last = answer.catch(() => undefined);
      return answer;
    },
    end: () => worker.terminate(),
  };
}

async function openPdf(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<OpenedDocument> {
  const engine = (await readWasm()).slice(0);
  signal.throwIfAborted();
  const { ask, end } = createConversation();
  signal.addEventListener('abort', end);
  const opened = await ask(
    { kind: 'open', wasm: engine, bytes: bytes.buffer, memoryBytesMax: bounds.pdfMemoryBytesMax },
    [engine, bytes.buffer],
  );
  if (opened.kind !== 'opened' || opened.pageCount < 1) {
    end();
    throw new NotShown(opened.kind === 'locked' ? 'locked' : 'broken');
  }
  return {
    pageCount: opened.pageCount,
    draw: async (page, widthPx) => {
      const { drawnAreaMax: areaMax, pageTextCharsMax: textCharsMax } = bounds;
      const drawn = await ask({ kind: 'draw', page, widthPx, areaMax, textCharsMax });
      if (drawn.kind !== 'drawn') throw new NotShown('broken');
      const { width, height, pixels, text } = drawn;
      const picture = new ImageData(new Uint8ClampedArray(pixels), width, height);
      return { width, height, into: (canvas) => canvas.putImageData(picture, 0, 0), text };
    },
    close: end,
  };
}
