/** Reads the words of a picture by Tesseract, in English and Bengali. */
import { createWorker, OEM, PSM, type Line, type Page as Recognised } from 'tesseract.js';
import { languages } from './languages.ts';
import { greymapOf, type GreyPicture } from './picture.ts';

/** In pixels. `baseline` is the height of the line on which the word stands, `rowHeight` that of the line. */
export type ReadWord = {
  text: string;
  x0: number;
  x1: number;
  baseline: number;
  rowHeight: number;
  /** 0 to 100. */
  confidence: number;
};

export type Recogniser = {
  read: (picture: GreyPicture, dpi: number) => Promise<ReadWord[]>;
};

function wordsOf({ words, baseline, rowAttributes }: Line): ReadWord[] {
  return words.map(({ text, bbox, confidence }) => ({
    text,
    x0: bbox.x0,
    x1: bbox.x1,
    baseline: (baseline.y0 + baseline.y1) / 2,
    rowHeight: rowAttributes.rowHeight,
    confidence,
  }));
}

const linesOf = ({ blocks }: Recognised): Line[] =>
  (blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));

/** Nothing is asked of the network and nothing written: the languages are read from the given folder. */
export async function startRecogniser(languageFolder: string): Promise<Recogniser> {
  const worker = await createWorker(languages.join('+'), OEM.LSTM_ONLY, {
    langPath: languageFolder,
    cacheMethod: 'none',
    // Without one, it would throw where nobody can catch it; each call fails by itself.
    errorHandler: () => undefined,
  });
  return {
    read: async (picture, dpi) => {
      await worker.setParameters({
        tessedit_pageseg_mode: PSM.SINGLE_COLUMN,
        user_defined_dpi: String(Math.round(dpi)),
      });
      const { data } = await worker.recognize(Buffer.from(greymapOf(picture)), {}, { blocks: true });
      return linesOf(data).flatMap(wordsOf);
    },
  };
}
