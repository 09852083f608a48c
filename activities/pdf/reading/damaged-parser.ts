/** Parses the objects of a damaged file with a limit on what its compressed objects may unpack to. */
import { inflateRawSync, constants } from 'node:zlib';
import { PDFArray, PDFName, PDFParser, PDFRawStream, type PDFDict, type PDFStream } from 'pdf-lib';
import { MIB } from '#contracts/byte-sizes.ts';

/** Keeps the library from yielding to other work, of which a worker thread has none. */
const objectsPerTick = Number.POSITIVE_INFINITY;
/**
 * Maximum size of all unpacked object streams of a file together. The library unpacks them into buffers that no limit
 * of the thread counts, and a file of some kilobytes could fill the memory of the machine.
 */
const unpackedBytesMax = 64 * MIB;
const zlibHeaderBytes = 2;
const endOfStream = 'endstream';

const type = PDFName.of('Type');
const filter = PDFName.of('Filter');
const filterOptions = PDFName.of('DecodeParms');
const deflate = PDFName.of('FlateDecode');
const objectStream = PDFName.of('ObjStm');
const crossReferences = PDFName.of('XRef');

function filtersOf(dict: PDFDict) {
  const value = dict.lookup(filter);
  if (value instanceof PDFArray)
    return Array.from({ length: value.size() }, (_, index) => value.lookup(index));
  return value ? [value] : [];
}

/**
 * Returns the unpacked contents. Throws for more than `bytesMax`, and for filters other than the one that is used for
 * object streams. Raw data is inflated because the checksum at its end is often lost in a damaged file.
 */
function unpacked({ dict, contents }: PDFRawStream, bytesMax: number): Uint8Array {
  return filtersOf(dict).reduce((bytes: Uint8Array, name) => {
    if (name !== deflate) throw new Error('An object stream has an unusual filter.');
    return inflateRawSync(bytes.subarray(zlibHeaderBytes), {
      maxOutputLength: bytesMax,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  }, contents);
}

export class DamagedParser extends PDFParser {
  #bytesLeft = unpackedBytesMax;

  constructor(bytes: Uint8Array) {
    super(bytes, objectsPerTick, false);
  }

  /**
   * Unpacks object streams, so that the library does not. Lists of cross references are not needed, because all
   * objects are searched for; without their type, the library does not read them. A stream that throws is skipped.
   */
  protected override parseDictOrStream(): PDFDict | PDFStream {
    const object = super.parseDictOrStream();
    if (!(object instanceof PDFRawStream)) return object;
    const { dict } = object;
    if (dict.lookup(type) === crossReferences) dict.delete(type);
    return dict.lookup(type) === objectStream ? this.#unpackedObjects(object) : object;
  }

  #unpackedObjects(object: PDFRawStream): PDFRawStream {
    const { dict } = object;
    const bytes = Buffer.from(unpacked(object, this.#bytesLeft));
    this.#bytesLeft -= bytes.byteLength;
    // Streams are not permitted there, and each object that refers to the same stream would be another copy of it.
    if (bytes.includes(endOfStream)) throw new Error('An object stream contains a stream.');
    dict.delete(filter);
    dict.delete(filterOptions);
    return PDFRawStream.of(dict, bytes);
  }
}
