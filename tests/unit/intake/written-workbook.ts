/** Writes workbooks part by part, as programs other than our reader's library write them. */
import { rawZip } from './raw-zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

type Sheet = {
  name: string;
  /** The XML of its rows. */
  rows: string;
};

type WrittenWorkbook = {
  sheets: readonly Sheet[];
  /** The items of the table of shared strings. */
  strings?: string;
  /** What stands before the names of a sheet's tags, such as "x:". */
  prefix?: string;
};

/** Returns the bytes of the workbook. */
export function writtenWorkbook(book: WrittenWorkbook): Buffer {
  const { sheets, strings, prefix = '' } = book;
  const parts = [
    ...sheets.map(({ rows }, index) => ({
      kind: 'worksheet',
      name: `worksheets/sheet${index + 1}.xml`,
      data: withPrefix(
        `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
        prefix,
      ),
    })),
    ...(strings === undefined
      ? []
      : [
          {
            kind: 'sharedStrings',
            name: 'sharedStrings.xml',
            data: `${declaration}<sst xmlns="${main}">${strings}</sst>`,
          },
        ]),
  ];
  const named = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const types = parts.map(
    ({ kind, name }) => `<Override PartName="/xl/${name}" ContentType="${spreadsheet}.${kind}+xml"/>`,
  );
  const relations = parts.map(
    ({ kind, name }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationships}/${kind}" Target="${name}"/>`,
  );
  return rawZip([
    {
      name: '[Content_Types].xml',
      data: `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${types.join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      data: `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${named.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${declaration}<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`,
    },
    ...parts.map(({ name, data }) => ({ name: `xl/${name}`, data })),
  ]);
}

const withPrefix = (xml: string, prefix: string): string =>
  prefix === ''
    ? xml
    : xml.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`).replace('xmlns=', `xmlns:${prefix.slice(0, -1)}=`);

/** Returns the XML of a row. A string is a text in its cell, a number a number, and other cells are given as XML. */
export function writtenRow(
  place: number,
  cells: readonly (string | number | { xml: string })[],
  attributes = '',
): string {
  const written = cells.map((cell, index) => {
    const address = `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}${place}`;
    if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
    return cell.xml.replace('<c', `<c r="${address}"`);
  });
  return `<row r="${place}"${attributes}>${written.join('')}</row>`;
}

/** Returns the XML of a cell with a shared string. */
export const sharedString = (index: number): { xml: string } => ({ xml: `<c t="s"><v>${index}</v></c>` });
