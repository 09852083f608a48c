/** Content types of the files that several parts of the product write or send. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const csvType = 'text/csv; charset=utf-8';
