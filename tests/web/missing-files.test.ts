/** Tests the script that loads a page again if its code is missing, at moments that a browser seldom reaches. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

it('a page says that it is incomplete when its code fails before the browser has read its body', () => {
  let onError = (_event: object): void => {};
  const said: { textContent: string }[] = [];
  const document = {
    body: null,
    documentElement: { lang: 'en', prepend: (text: { textContent: string }) => said.push(text) },
    createElement: () => ({ setAttribute: () => {}, style: {}, textContent: '' }),
  };
  runInNewContext(readFileSync('web/public/missing-files.js', 'utf8'), {
    window: {},
    document,
    addEventListener: (_name: string, listener: typeof onError) => {
      onError = listener;
    },
  });
  onError({ target: { localName: 'script', type: 'module' } });
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'This page could not be loaded completely. Load it again in a minute.',
  ]);
});
