/** Writes ZIP files byte by byte, so that a test can make their headers false. */
import { crc32, deflateRawSync } from 'node:zlib';

export type RawEntry = {
  name: string;
  data?: Uint8Array | string;
  /** False sizes and a false checksum for the headers. */
  claimedUnpackedBytes?: number;
  claimedPackedBytes?: number;
  claimedCrc32?: number;
  /** Bit 0 means encrypted. */
  flags?: number;
  /** Upper half of the external attributes: the Unix mode. */
  unixMode?: number;
  /** The entry reads its data from the entry of this index instead of its own. */
  sharesDataOf?: number;
};

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
const DEFLATED = 8;
const UTF8_NAME = 0x800;
const MADE_BY_UNIX = 3 << 8;

export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '');
    const packed = entry.sharesDataOf === undefined ? deflateRawSync(data) : Buffer.alloc(0);
    const facts = {
      flags: (entry.flags ?? 0) | UTF8_NAME,
      crc: entry.claimedCrc32 ?? crc32(data),
      packedBytes: entry.claimedPackedBytes ?? packed.byteLength,
      unpackedBytes: entry.claimedUnpackedBytes ?? data.byteLength,
    };
    const name = Buffer.from(entry.name);
    const start = entry.sharesDataOf === undefined ? offset : offsets[entry.sharesDataOf]!;
    offsets.push(start);
    centrals.push(centralHeader(name, { ...facts, unixMode: entry.unixMode ?? 0o100644, offset: start }));
    if (entry.sharesDataOf !== undefined) continue;
    const local = Buffer.concat([localHeader(name, facts), packed]);
    locals.push(local);
    offset += local.byteLength;
  }
  const directory = Buffer.concat(centrals);
  return Buffer.concat([...locals, directory, endRecord(entries.length, directory.byteLength, offset)]);
}

type Facts = { flags: number; crc: number; packedBytes: number; unpackedBytes: number };

function localHeader(name: Buffer, facts: Facts): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  writeFacts(header, 6, facts);
  header.writeUInt16LE(name.byteLength, 26);
  return Buffer.concat([header, name]);
}

function centralHeader(name: Buffer, facts: Facts & { unixMode: number; offset: number }): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER_BYTES);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY_UNIX | 20, 4);
  header.writeUInt16LE(20, 6);
  writeFacts(header, 8, facts);
  header.writeUInt16LE(name.byteLength, 28);
  header.writeUInt32LE((facts.unixMode << 16) >>> 0, 38);
  header.writeUInt32LE(facts.offset, 42);
  return Buffer.concat([header, name]);
}

function writeFacts(header: Buffer, at: number, { flags, crc, packedBytes, unpackedBytes }: Facts): void {
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(DEFLATED, at + 2);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packedBytes, at + 12);
  header.writeUInt32LE(unpackedBytes, at + 16);
}

function endRecord(entryCount: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 8);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
