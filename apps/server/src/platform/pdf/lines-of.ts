/** Returns the width of a text in points. */
export type WidthOf = (text: string) => number;

/**
 * Breaks a text into lines no wider than `width`: after a blank, a hyphen or a Chinese character if possible, and
 * anywhere if a single word is too wide. A minus and a currency stay with their amount.
 */
export function linesOf(text: string, width: number, widthOf: WidthOf): string[] {
  return text.split('\n').flatMap((paragraph) => brokenUp(paragraph, width, widthOf));
}

function brokenUp(paragraph: string, width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of paragraph.match(pieces) ?? ['']) {
    if (widthOf((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    for (const character of piece) {
      if (line !== '' && widthOf(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Characters of scripts without blanks, with their punctuation. */
const alone = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffdf';
/** Unbreakable pieces: one such character, or a word with the hyphens before it and the hyphen or blanks after it. */
const pieces = new RegExp(`[${alone}]|-*[^\\s${alone}-]+(?:-|\\s+)?|-+\\s*|\\s+`, 'gu');
