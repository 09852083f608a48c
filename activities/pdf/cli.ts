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

/** Output files of one conversion, by format. */
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

type Order = { files: string[]; folder: string; format: Format; isDebug: boolean };

function orderOf(words: readonly string[]): Order | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
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

const said = (converted: PdfConversion): string =>
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

/** Converts one file; returns whether it could be read. */
async function convertFile(file: string, { folder, format, isDebug }: Order): Promise<boolean> {
  const fileName = path.basename(file);
  const bytes = await readFile(file).catch((error: Error) => error);
  if (bytes instanceof Error) {
    console.error(`${fileName}: ${bytes.message}`);
    return false;
  }
  const converted = await convertPdf(bytes, { fileName });
  console.log(`${fileName}: ${said(converted)}`);
  const pictures = isDebug ? await picturesOf(fileName, bytes) : [];
  for (const { name, content } of [...filesOf(fileName, converted, format), ...pictures])
    await writeFile(path.join(folder, name), content);
  return converted.kind === 'tables' || converted.code === 'NO_TABLE';
}

async function convertAll(order: Order): Promise<boolean> {
  await mkdir(order.folder, { recursive: true });
  const waiting = [...order.files];
  let isEachRead = true;
  // Processes one file per thread at a time, so that a folder of large files is never in memory as a whole.
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const isRead = await convertFile(file, order);
      isEachRead &&= isRead;
    }
  };
  await Promise.all(Array.from({ length: pdfThreadsMax }, work));
  await closePdfPool();
  return isEachRead;
}

const order = orderOf(process.argv.slice(2));
if (!order) {
  console.error(usage);
  process.exit(2);
}
process.exitCode = (await convertAll(order)) ? 0 : 1;
