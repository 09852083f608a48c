/**
 * `npm run pdf -- FILE… --out DIR --format xlsx|csv|json [--debug]` writes the tables of PDFs to files. With --debug
 * it also writes a picture of each page with its lines (red), tables (blue), rows (green), gutters (orange) and
 * merged cells (violet).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { english } from '#contracts/messages/render.ts';
import type { PdfConversion, PdfTables } from './reading/document.ts';
import { closePdfPool, convertPdf, drawPdf, pdfThreadsMax } from './reading/pool.ts';

const usage = 'Usage: npm run pdf -- FILE… --out DIR --format xlsx|csv|json [--debug]';

type OutputFile = { name: string; content: string | Uint8Array };

/** Returns the output files of one conversion, by format. */
const formats = {
  xlsx: (name: string, { workbook }: PdfTables): OutputFile[] => [
    { name: `${name}.xlsx`, content: workbook },
  ],
  csv: (name: string, { tables }: PdfTables): OutputFile[] =>
    tables.map((table) => ({ name: `${name}_${table.name}.csv`, content: table.csv })),
  json: (name: string, { json }: PdfTables): OutputFile[] => [{ name: `${name}.json`, content: json }],
} as const;

type Format = keyof typeof formats;
const isFormat = (text: string): text is Format => Object.hasOwn(formats, text);

type Options = { files: string[]; folder: string; format: Format; isDebug: boolean };

/** Returns the options on a command line; undefined if it names no file or an unknown format. */
function optionsOf(commandLine: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...commandLine],
    allowPositionals: true,
    options: {
      out: { type: 'string', default: '.' },
      format: { type: 'string', default: 'xlsx' },
      debug: { type: 'boolean', default: false },
    },
  });
  const { out, format, debug } = values;
  if (positionals.length === 0 || !isFormat(format)) return undefined;
  return { files: positionals, folder: out, format, isDebug: debug };
}

const summaryOf = (converted: PdfConversion): string =>
  converted.kind === 'problem'
    ? english(converted.message)
    : [
        `${converted.tables.length} tables on ${converted.pages} pages.`,
        ...converted.warnings.map(english),
      ].join(' ');

/** Returns the output files. A PDF without a table is a valid result too: in JSON it has its own file. */
function filesOf(fileName: string, converted: PdfConversion, format: Format): OutputFile[] {
  const name = fileName.replace(/\.pdf$/i, '');
  if (converted.kind === 'tables') return formats[format](name, converted);
  if (format !== 'json') return [];
  const empty = { file: fileName, tables: [], joined: [], problem: english(converted.message) };
  return [{ name: `${name}.json`, content: JSON.stringify(empty) }];
}

async function picturesOf(fileName: string, bytes: Uint8Array): Promise<OutputFile[]> {
  const drawn = await drawPdf(bytes, { fileName });
  if (drawn.kind === 'problem') return [];
  const name = fileName.replace(/\.pdf$/i, '');
  return drawn.pages.map(({ number, png }) => ({ name: `${name}_page${number}.png`, content: png }));
}

/** Converts one file, and returns whether it could be read. */
async function convertFile(file: string, { folder, format, isDebug }: Options): Promise<boolean> {
  const fileName = path.basename(file);
  const bytes = await readFile(file).catch((error: Error) => error);
  if (bytes instanceof Error) {
    console.error(`${fileName}: ${bytes.message}`);
    return false;
  }
  const converted = await convertPdf(bytes, { fileName });
  console.log(`${fileName}: ${summaryOf(converted)}`);
  const pictures = isDebug ? await picturesOf(fileName, bytes) : [];
  for (const { name, content } of [...filesOf(fileName, converted, format), ...pictures])
    await writeFile(path.join(folder, name), content);
  return converted.kind === 'tables' || converted.code === 'NO_TABLE';
}

/** Converts all files, and returns whether each could be read. */
async function convertAll(options: Options): Promise<boolean> {
  await mkdir(options.folder, { recursive: true });
  const waiting = [...options.files];
  let isEachRead = true;
  // Each thread has one file at a time, so that a folder of large files is never in memory as a whole.
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const isRead = await convertFile(file, options);
      isEachRead &&= isRead;
    }
  };
  await Promise.all(Array.from({ length: pdfThreadsMax }, work));
  await closePdfPool();
  return isEachRead;
}

const options = optionsOf(process.argv.slice(2));
if (!options) {
  console.error(usage);
  process.exit(2);
}
process.exitCode = (await convertAll(options)) ? 0 : 1;
