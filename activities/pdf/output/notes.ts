/** Adds notes to cells of a workbook, which Excel shows when the pointer rests on such a cell. */
import type { CellPosition } from '#contracts/jobs/corrected-table.ts';
import type { Feature, Image } from 'write-excel-file/node';
import { getCellAddress, sanitizeTextContent } from 'write-excel-file/utility';

export type CellNote = CellPosition & { text: string };

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The two files of a sheet's notes: their texts, and the boxes in which all versions of Excel show them. */
const textsFile = (sheetIndex: number): string => `comments${sheetIndex + 1}.xml`;
const boxesFile = (sheetIndex: number): string => `vmlDrawing${sheetIndex + 1}.vml`;
/** Columns and rows that the box of a note covers. */
const [boxColumns, boxRows] = [2, 3];

function textsXml(notes: readonly CellNote[]): string {
  const comments = notes.map(({ row, column, text }) => {
    const runs = `<text><r><t xml:space="preserve">${sanitizeTextContent(text)}</t></r></text>`;
    return `<comment ref="${getCellAddress(row, column)}" authorId="0">${runs}</comment>`;
  });
  const list = `<commentList>${comments.join('')}</commentList>`;
  return `${xml}<comments xmlns="${spreadsheet}"><authors><author/></authors>${list}</comments>`;
}

function boxesXml(notes: readonly CellNote[]): string {
  const shapes = notes.map(({ row, column }, index) => {
    const anchor = [column + 1, 15, row, 2, column + 1 + boxColumns, 15, row + boxRows, 2].join(', ');
    const data = [
      '<x:MoveWithCells/><x:SizeWithCells/>',
      `<x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill>`,
      `<x:Row>${row}</x:Row><x:Column>${column}</x:Column>`,
    ].join('');
    return [
      `<v:shape id="note${index + 1}" type="#note" style="position:absolute;visibility:hidden"`,
      ' fillcolor="#ffffe1" o:insetmode="auto">',
      `<v:fill color2="#ffffe1"/><x:ClientData ObjectType="Note">${data}</x:ClientData></v:shape>`,
    ].join('');
  });
  return [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
    ' xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">',
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    ...shapes,
    '</xml>',
  ].join('');
}

function contentTypes(sheets: readonly number[]): string {
  const overrides = sheets.map(
    (sheet) =>
      `<Override PartName="/xl/${textsFile(sheet)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`,
  );
  const boxes =
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>';
  return boxes + overrides.join('');
}

/** Returns the feature that adds notes. `notesOf` has the notes of each sheet, in the order of the sheets. */
export function notesFeature(notesOf: readonly (readonly CellNote[])[]): Feature<Image['content']> {
  const sheets = [...notesOf.entries()].flatMap(([sheet, notes]) => (notes.length > 0 ? [sheet] : []));
  const hasNotes = (sheetIndex: number): boolean => sheets.includes(sheetIndex);
  if (sheets.length === 0) return {};
  return {
    files: {
      transform: {
        '[Content_Types].xml': { insert: () => contentTypes(sheets) },
        'xl/worksheets/sheet{id}.xml': {
          insert: (_, { sheetIndex }) =>
            hasNotes(sheetIndex) ? '<legacyDrawing r:id="rId-notes-boxes"/>' : undefined,
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: (_, { sheetIndex }) =>
            hasNotes(sheetIndex)
              ? [
                  `<Relationship Id="rId-notes-texts" Type="${relationships}/comments" Target="../${textsFile(sheetIndex)}"/>`,
                  `<Relationship Id="rId-notes-boxes" Type="${relationships}/vmlDrawing" Target="../drawings/${boxesFile(sheetIndex)}"/>`,
                ].join('')
              : undefined,
        },
      },
      write: {
        files: () =>
          Object.fromEntries(
            sheets.flatMap((sheet) => [
              [`xl/${textsFile(sheet)}`, textsXml(notesOf[sheet] ?? [])],
              [`xl/drawings/${boxesFile(sheet)}`, boxesXml(notesOf[sheet] ?? [])],
            ]),
          ),
      },
    },
  };
}
