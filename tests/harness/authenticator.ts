/** The parts of an authenticator app that tests need: it reads the secret that the product shows. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function secretFromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
