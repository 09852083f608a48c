/** Locates the trained data of Tesseract's languages in the installed packages. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const languages = ['eng', 'ben'] as const;

/** Returns one file per language, as its package provides it. */
export function languageFiles(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return languages.map((language) => {
    const folder = path.dirname(resolve(`@tesseract.js-data/${language}/package.json`));
    return path.join(folder, '4.0.0_best_int', `${language}.traineddata.gz`);
  });
}

export type LanguageFolder = { folder: string; remove: () => Promise<void> };

/** Creates a folder with all languages, because Tesseract reads only one folder and each package has its own. */
export async function makeLanguageFolder(): Promise<LanguageFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chalan-languages-'));
  for (const file of languageFiles()) await cp(file, path.join(folder, path.basename(file)));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
