/**
 * Replaces the regular expression with which the style library recognises attributes of HTML by a set of their names. It
 * has 400 alternatives, and compiling it takes the browser 13 ms while it takes over the first view.
 */
import type { Plugin } from 'vite';

const library = /@emotion\/is-prop-valid\/dist\/emotion-is-prop-valid\.(browser\.)?esm\.js$/;
const expression =
  /reactPropsRegex = \/\^\(\((?<names>[\w|]+)\)\|\(\(\[Dd\]\[Aa\]\[Tt\]\[Aa\]\|\[Aa\]\[Rr\]\[Ii\]\[Aa\]\|x\)-\.\*\)\)\$\/;/;

export function validPropsPlugin(): Plugin {
  return {
    name: 'chalan-valid-props',
    transform: (code, id) => (library.test(id) ? withSet(code) : null),
  };
}

/** Throws if the library's expression is no longer a list of names and the two kinds of free attributes. */
function withSet(code: string): string {
  const names = expression.exec(code)?.groups?.['names'];
  if (!names) throw new Error(`The library recognises attributes otherwise: see ${import.meta.url}.`);
  const set = `known = new Set("${names}".split("|")), free = /^(data|aria|x)-/i`;
  return code.replace(expression, () => `${set}, reactPropsRegex = { test: isKnown };`).concat(`
function isKnown(name) { return known.has(name) || free.test(name); }
`);
}
