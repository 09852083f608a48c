/** Makes texts fit the cells of an Excel workbook. Imports no schemas. */

/** Excel's limit; a longer text makes the file unreadable. */
const cellCharactersMax = 32_767;

/** Excel reads _x0041_ as the character with this number, so that the mark before the number is itself written as one. */
const numberedCharacter = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Returns the text as it is written into a workbook. The library that writes workbooks looks texts up in a plain object,
 * where it finds a function under a name such as `constructor`, and Excel then cannot read the file. With a space at its
 * end such a text is an ordinary one.
 */
export const workbookText = (text: string): string =>
  text in Object.prototype
    ? `${text} `
    : text.slice(0, cellCharactersMax).replace(numberedCharacter, '_x005F_');
