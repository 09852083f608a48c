/** Reads the words of a picture with Tesseract, in English and Bengali. */
import { createWorker, OEM, PSM, type Line, type Page as Recognised } from 'tesseract.js';
import { languages } from './languages.ts';
import { greymapOf, type GreyPicture } from './picture.ts';

/** A word in pixels. `baseline` is the y coordinate on which it stands, `rowHeight` the height of its line. */
export type ReadWord = {
  text: string;
  x0: number;
  x1: number;
  /** Top and bottom of its letters. */
  y0: number;
  y1: number;
  baseline: number;
  rowHeight: number;
  /** Confidence as Tesseract reports it, 0 to 100. */
  confidence: number;
};

/** What the picture shows: a page's columns of text, one block of lines, or a single line. */
type Layout = 'column' | 'block' | 'line';
/** The characters that the picture may have. */
type Alphabet = keyof typeof alphabets;

export type Recogniser = {
  /** Returns the words of a picture with this resolution, by default a page in all languages. */
  read: (
    picture: GreyPicture,
    dpi: number,
    options?: { layout?: Layout; alphabet?: Alphabet },
  ) => Promise<ReadWord[]>;
};

const modes = { column: PSM.SINGLE_COLUMN, block: PSM.SINGLE_BLOCK, line: PSM.SINGLE_LINE };

const figures = ' 0123456789.,-()/%$';
const latinLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const alphabets = { all: '', figures, latin: `${figures}${latinLetters}&'"+:;#@*=_!?[]€£` };

function wordsOf({ words, baseline, rowAttributes }: Line): ReadWord[] {
  return words.map(({ text, bbox, confidence }) => ({
    text,
    ...bbox,
    baseline: (baseline.y0 + baseline.y1) / 2,
    rowHeight: rowAttributes.rowHeight,
    confidence,
  }));
}

const linesOf = ({ blocks }: Recognised): Line[] =>
  (blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));

/** Starts the recogniser without network access and without writing files: languages are read from the given folder. */
export async function startRecogniser(languageFolder: string): Promise<Recogniser> {
  const worker = await createWorker(languages.join('+'), OEM.LSTM_ONLY, {
    langPath: languageFolder,
    cacheMethod: 'none',
    // Without a handler, errors would be thrown where nothing catches them. Each call rejects with its error anyway.
    errorHandler: () => undefined,
  });
  return {
    read: async (picture, dpi, { layout = 'column', alphabet = 'all' } = {}) => {
      await worker.setParameters({
        tessedit_pageseg_mode: modes[layout],
        tessedit_char_whitelist: alphabets[alphabet],
        user_defined_dpi: String(Math.round(dpi)),
      });
      const { data } = await worker.recognize(Buffer.from(greymapOf(picture)), {}, { blocks: true });
      return linesOf(data).flatMap(wordsOf);
    },
  };
}
