/** Messages of PDF to Excel Converter. */
import { defineMessages } from '#contracts/messages/define.ts';

export const pdfExcelConverterMessages = defineMessages('pdf-excel-converter', {
  tablesFound: {
    en: '{#tables} table{s_tables} with {#rows} row{s_rows} on {#pages} page{s_pages}.',
    bn: '{#pages} পাতায় {#tables}টি টেবিল, {#rows}টি সারি।',
  },
});
