/** How wide a text is, in points. */
export type WidthOf = (text: string) => number;

/**
 * A text in lines that are no wider than `width`: broken after a blank, a hyphen or a Chinese character where there is one,
 * and anywhere else where a word alone is too wide.
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
const alone = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uffef';
/** These stay together: one of those, or a word with the hyphen or the blanks after it. */
const pieces = new RegExp(`[${alone}]|[^\\s${alone}-]*(?:-|\\s+)|[^\\s${alone}-]+`, 'gu');
