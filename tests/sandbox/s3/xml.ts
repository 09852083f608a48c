/** The XML documents of S3's protocol that the bucket reads and writes. */

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

export const errorXml = (code: string, message: string): string =>
  `${head}<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`;

/** The token of the next page is the last key of this one. */
export function listXml(keys: string[], isTruncated: boolean): string {
  const contents = keys.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('');
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(keys.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  return `${head}<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

/** Returns the keys that a deletion of many objects asks for. */
export const keysIn = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescaped(key));

/** In its quiet form, the answer to such a deletion names only what was not deleted. */
export function deletedXml(kept: string[]): string {
  const errors = kept.map(
    (key) =>
      `<Error><Key>${escaped(key)}</Key><Code>InternalError</Code><Message>Please try again.</Message></Error>`,
  );
  return `${head}<DeleteResult>${errors.join('')}</DeleteResult>`;
}
