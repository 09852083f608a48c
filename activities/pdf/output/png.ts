/** Encodes pixels as a PNG file. */
import { crc32, deflateSync } from 'node:zlib';

/** `rgbx` has four bytes for each pixel, row by row from the top; the fourth is not used. */
export type Bitmap = { width: number; height: number; rgbx: Uint8Array };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const trueColour = 2;
const bitDepth = 8;
const usedBytes = 3;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

/** Returns the rows as PNG has them: before each is a byte for its filter, which is none. */
function scanlines({ width, height, rgbx }: Bitmap): Uint8Array {
  const stride = 1 + width * usedBytes;
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      lines.set(rgbx.subarray(from, from + usedBytes), y * stride + 1 + x * usedBytes);
    }
  }
  return lines;
}

/** Writes 24-bit RGB; the fourth byte of each pixel is ignored. */
export function pngOf(bitmap: Bitmap): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bitmap.width, 0);
  header.writeUInt32BE(bitmap.height, 4);
  header.set([bitDepth, trueColour], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(scanlines(bitmap))),
    chunk('IEND', new Uint8Array()),
  ]);
}
