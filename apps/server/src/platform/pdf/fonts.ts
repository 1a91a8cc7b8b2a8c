import { readFileSync } from 'node:fs';

export type Weight = 'regular' | 'bold';

/** Latin letters that the main font lacks, by the file that has them. */
const others = [
  ['latin', /[\u0131\u0152\u0153]/],
  ['latin-ext', /[\u0100-\u024f\u1e00-\u1e9f\u1ef2-\u1eff]/],
  ['vietnamese', /[\u1ea0-\u1ef1]/],
] as const;

/** The fonts of documents by name. Noto Sans covers Chinese, Greek and Cyrillic; Inter the rest of the Latin letters. */
export function fontFiles(): [name: string, file: Buffer][] {
  const weights = [
    ['regular', 'Regular', 400],
    ['bold', 'Bold', 700],
  ] as const;
  return weights.flatMap(([weight, style, wght]): [string, Buffer][] => [
    [weight, readFileSync(new URL(`../fonts/NotoSansHans-${style}.otf`, import.meta.resolve('@embedpdf/fonts-sc')))],
    ...others.map(([part]): [string, Buffer] => [
      `${weight} ${part}`,
      readFileSync(new URL(`./inter/inter-${part}-${wght}.ttf`, import.meta.url)),
    ]),
  ]);
}

/** Returns the name of the font for a character. */
export function fontOf(character: string, weight: Weight): string {
  const other = others.find(([, letters]) => letters.test(character));
  return other === undefined ? weight : `${weight} ${other[0]}`;
}

/** Cuts a text into stretches of one font each. */
export function stretchesOfFont(text: string, weight: Weight): { font: string; text: string }[] {
  const stretches: { font: string; text: string }[] = [];
  for (const character of text) {
    const font = fontOf(character, weight);
    const last = stretches.at(-1);
    if (last?.font === font) last.text += character;
    else stretches.push({ font, text: character });
  }
  return stretches;
}
