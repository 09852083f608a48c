/**
 * Converts text in Bijoy fonts, such as SutonnyMJ, to Unicode. These fonts have Bengali glyphs at the codes of Latin
 * letters, and their text is stored in visual order: vowel signs before their consonants, and reph after them.
 */

const virama = '\u09CD';
/** Stands for a reph (র্) until it is moved before its consonants. */
const reph = '\uE000';

/** Codes with their glyphs: A to ~, and those of Windows-1252 above 0x7F. A leading virama marks a subjoined form. */
const letters =
  'Aঅ Bই Cঈ Dউ Eঊ Fঋ Gএ Hঐ Iও Jঔ Kক Lখ Mগ Nঘ Oঙ Pচ Qছ Rজ Sঝ Tঞ Uট Vঠ Wড Xঢ Yণ Zত _থ `দ aধ bন cপ dফ eব fভ gম hয iর ' +
  'jল kশ lষ mস nহ oড\u09BC pঢ\u09BC qয\u09BC rৎ sং tঃ uঁ vা wি xী yু zু ~ূ |। &্ ^্ব';
const high =
  '¡্ব ¢্ভ £্ভ্র ¤ম্ ¥্ম ¦্ব §্ম ¨্য ª্র «্র ¬্ল \u00AD্ল ®ষ্ ¯স্ °ক্ক ±ক্ট ²ক্ষ্ম ³ক্ত ´ক্ম µক্র ¶ক্ষ ·ক্স ¸গু ºগ্গ »গ্ধ ¼ঙ্ক ½ঙ্গ ' +
  '¾জ্জ ¿্ত্র Àজ্ঝ Áজ্ঞ Âঞ্চ Ãঞ্ছ Äঞ্জ Åঞ্ঝ Æট্ট Çড্ড Èণ্ট Éণ্ঠ Êণ্ড Ëত্ত Ìত্থ Í্ত Îত্র Ïদ্দ Ðণ্ড Ö্র ×দ্ধ Øদ্ব Ùদ্ম Úন্ঠ Ûন্ড Üন্ধ ' +
  'Ýন্স Þপ্ট ßপ্ত àপ্প áপ্স âব্জ ãব্দ äব্ধ åভ্র æু çম্ফ è্ন éল্ক êল্গ ëল্ট ìল্ড íল্প îল্ফ ïশু ðশ্চ ñ্ন òষ্ণ óষ্ট ôষ্ঠ õষ্ফ ' +
  'öস্খ ÷স্ট ø্ল ùস্ফ ú্প ûহু üহৃ ýহ্ন þহ্ম ÿক্ষ ƒূ ‚ূ „ৃ …ৃ †ে ‡ে ˆৈ ‰ৈ Šৗ Œ্ক্র ‹্ক ‘্তু ’্থ “ু ”চ্ •ঙ্ –ু —্ত ˜দ্ ™দ্ šন্ ›ন্ œ্ন ' +
  'Ÿ্ব Ò“ Ó” Ô‘ Õ’';

const glyphs = new Map([
  ['©', reph],
  ...`${letters} ${high}`.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
  ...Array.from('০১২৩৪৫৬৭৮৯', (digit, value): [string, string] => [String(value), digit]),
]);

const consonant = '[\u0995-\u09B9]\u09BC?';
const cluster = `(?:${consonant}${virama})*${consonant}`;
const signBefore = new RegExp(`([\u09BF\u09C7\u09C8])(${cluster}(?:${reph})?)`, 'gu');
const rephAfter = new RegExp(`(${cluster})([\u09BE-\u09CC]?)${reph}([\u09BE-\u09CC]?)`, 'gu');

/** Applied in this order: they move signs and reph to their places, and compose vowels of two parts. */
const rewritings: readonly (readonly [RegExp, string])[] = [
  [/\u09CD{2,}/gu, virama],
  [signBefore, '$2$1'],
  [rephAfter, `\u09B0${virama}$1$2$3`],
  [new RegExp(reph, 'gu'), `\u09B0${virama}`],
  [/\u09C7\u09BE/gu, '\u09CB'],
  [/\u09C7\u09D7/gu, '\u09CC'],
  [/\u0985\u09BE/gu, '\u0986'],
];

const bijoyFont = /^(?:[A-Z]{6}\+)?\w+MJ(?:[-,]?(?:Bold|Italic|Regular|Oblique)+)?$/u;

/** Returns whether the name is that of a font with Bijoy's codes. */
export const isBijoyFont = (name: string): boolean => bijoyFont.test(name.replaceAll(/[\s]/g, ''));

/** Returns whether the character is frequent in Bengali text with Bijoy's codes and rare in Latin text. */
export const isBijoySign = (text: string): boolean => /[†‡ˆ‰Š¨©ª¯¤š›Ö³µ¶]/u.test(text);

/** Returns the text in Unicode. A plain number keeps its Latin digits, because other systems read only those. */
export function fromBijoy(text: string): string {
  if (/^[\d.,/()%+:-]+$/.test(text)) return text;
  const shown = Array.from(text, (character) => glyphs.get(character) ?? character).join('');
  return rewritings.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), shown);
}
