import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { fontFiles, fontOf, stretchesOfFont } from './fonts.ts';

const blank = 'a space for glyphs that are missing';

/** The width of each character at a hundred points, or `blank` if its font lacks it. */
function widthsOf(text: string, weight: 'regular' | 'bold'): (number | string)[] {
  const pdf = new PDFDocument();
  for (const [name, file] of fontFiles()) pdf.registerFont(name, file);
  return [...text].map((character) => {
    const drawn = pdf.font(fontOf(character, weight)).fontSize(100);
    const missing = drawn.widthOfString('\u{f8ff}');
    return drawn.widthOfString(character) === missing ? blank : drawn.widthOfString(character);
  });
}

it.each(['regular', 'bold'] as const)('has the letters of European, Turkish and Vietnamese names in %s', (weight) => {
  expect(widthsOf('ČčŁłŞşĞğİıŐőŘřŽžŠšĄęȘțĀĦŵ', weight)).not.toContain(blank);
  expect(widthsOf('ấỆồựơưđĐỹ', weight)).not.toContain(blank);
  expect(widthsOf('Éüß Ж α', weight)).not.toContain(blank);
});

it('cuts a text where the font changes, and loses nothing', () => {
  expect(stretchesOfFont('Jiří a 王', 'bold')).toEqual([
    { font: 'bold', text: 'Ji' },
    { font: 'bold latin-ext', text: 'ř' },
    { font: 'bold', text: 'í a 王' },
  ]);
});
