import PDFDocument from 'pdfkit';
import { columnWidths } from './column-widths.ts';
import { fontFiles, fontOf, stretchesOfFont, type Weight } from './fonts.ts';
import { linesOf, type WidthOf } from './lines-of.ts';
import type { PrintedDocument } from './printed-document.ts';

type DocumentTable = PrintedDocument['tables'][number];

const margin = 48;
const [titleSize, headingSize, textSize] = [16, 11, 8.5];
const leading = 1.45;
/** From the top of a line to the feet of its letters, which stand on one line in every font. */
const ascent = 0.88;
const gap = 6;
const quiet = '#555555';
const rule = '#c8c8c8';
const nameWidth = 110;

const fonts = fontFiles();

/** Returns a document as an A4 PDF, with only the needed glyphs of its fonts. */
export async function drawDocument(document: PrintedDocument): Promise<Uint8Array> {
  const made = new Date(document.createdAt * 1000);
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: document.language,
    info: { Title: document.title, CreationDate: made, ModDate: made },
    displayTitle: true,
  });
  for (const [name, file] of fonts) pdf.registerFont(name, file);
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => pdf.once('end', resolve));
  new Drawing(pdf).draw(document);
  pdf.end();
  await ended;
  return Buffer.concat(pieces);
}

interface Style {
  readonly font: Weight;
  readonly size: number;
  readonly colour?: string;
}
const plain: Style = { font: 'regular', size: textSize };
const strong: Style = { font: 'bold', size: textSize };
const faint: Style = { font: 'regular', size: textSize, colour: quiet };

class Drawing {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #width: number;
  readonly #bottom: number;
  readonly #widths = new Map<string, number>();
  #y = margin;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#width = pdf.page.width - 2 * margin;
    this.#bottom = pdf.page.height - margin - 2 * textSize * leading;
  }

  draw({ title, facts, tables, foot, page }: PrintedDocument): void {
    this.#paragraph(title, { font: 'bold', size: titleSize });
    this.#y += gap;
    for (const [name, value] of facts) this.#fact(name, value);
    for (const table of tables) this.#table(table);
    const { count } = this.#pdf.bufferedPageRange();
    for (let no = 0; no < count; no += 1) {
      this.#pdf.switchToPage(no);
      const paged = page.replace('{no}', String(no + 1)).replace('{of}', String(count));
      this.#line(`${foot} · ${paged}`, { x: margin, y: this.#bottom + textSize * leading, style: faint });
    }
  }

  #fact(name: string, value: string): void {
    const lines = this.#linesOf(value, this.#width - nameWidth, plain);
    lines.forEach((line, index) => {
      this.#room(textSize * leading);
      if (index === 0) this.#line(name, { x: margin, y: this.#y, style: faint });
      this.#line(line, { x: margin + nameWidth, y: this.#y, style: plain });
      this.#y += textSize * leading;
    });
  }

  #table({ title, note, columns, rows }: DocumentTable): void {
    this.#y += 2 * gap;
    // Prevents a heading alone at the foot of a page.
    this.#room(6 * headingSize);
    this.#paragraph(title, { font: 'bold', size: headingSize });
    if (note !== undefined) this.#paragraph(note, faint);
    this.#y += gap / 2;
    const heads = columns.map(({ head }) => head);
    const widths = columnWidths(
      columns.map((column, at) => ({
        ...column,
        widestWord: column.isNumber ? this.#widestWord(column.head, rows, at) : 0,
      })),
      this.#width,
    );
    const row = (cells: readonly string[], style: Style) => this.#row(cells, { style, widths, columns });
    row(heads, strong);
    for (const cells of rows)
      if (row(cells, plain) === 'needs a page')
        this.#turnTo(
          () => row(heads, strong),
          () => row(cells, plain),
        );
  }

  /** The width of the widest word in a column, with the gap to the next one. */
  #widestWord(head: string, rows: DocumentTable['rows'], at: number): number {
    const widest = (text: string, style: Style) => Math.max(...text.split(/\s+/).map(this.#widthIn(style)));
    const most = rows.reduce((wide, cells) => Math.max(wide, widest(cells[at] ?? '', plain)), widest(head, strong));
    // Adding and taking off the gap may lose the last bit of a width.
    return gap + Math.ceil(most);
  }

  /** Starts a new page and draws the given parts, such as the column heads of a table, first. */
  #turnTo(...draw: readonly (() => unknown)[]): void {
    this.#pdf.addPage();
    this.#y = margin;
    for (const each of draw) each();
  }

  #row(
    cells: readonly string[],
    { style, widths, columns }: { style: Style; widths: readonly number[]; columns: DocumentTable['columns'] },
  ): 'drawn' | 'needs a page' {
    const lined = cells.map((cell, at) => this.#linesOf(cell, (widths[at] ?? 0) - gap, style));
    const height = Math.max(...lined.map(({ length }) => length)) * style.size * leading + gap;
    if (this.#y + height > this.#bottom && this.#y > margin + 4 * headingSize) return 'needs a page';
    let x = margin;
    lined.forEach((lines, at) => {
      const width = widths[at] ?? 0;
      lines.forEach((line, no) => {
        const pushed = columns[at]?.isNumber ? width - gap - this.#widthIn(style)(line) : 0;
        this.#line(line, { x: x + pushed, y: this.#y + gap / 2 + no * style.size * leading, style });
      });
      x += width;
    });
    this.#y += height;
    this.#pdf
      .moveTo(margin, this.#y)
      .lineTo(margin + this.#width, this.#y)
      .lineWidth(0.5)
      .stroke(rule);
    return 'drawn';
  }

  #paragraph(text: string, style: Style): void {
    for (const line of this.#linesOf(text, this.#width, style)) {
      this.#room(style.size * leading);
      this.#line(line, { x: margin, y: this.#y, style });
      this.#y += style.size * leading;
    }
  }

  #room(height: number): void {
    if (this.#y + height > this.#bottom) this.#turnTo();
  }

  /** Draws one line at its place: pdfkit would measure each text several times to break it. */
  #line(text: string, { x, y, style }: { x: number; y: number; style: Style }): void {
    let at = x;
    for (const stretch of stretchesOfFont(text, style.font)) {
      this.#pdf
        .font(stretch.font)
        .fontSize(style.size)
        .fillColor(style.colour ?? 'black')
        .text(stretch.text, at, y + ascent * style.size, { lineBreak: false, baseline: 'alphabetic' });
      at += this.#widthIn(style)(stretch.text);
    }
  }

  #linesOf(text: string, width: number, style: Style): string[] {
    // The fonts have whole letters, not letters and accents apart.
    return linesOf(text.normalize(), width, this.#widthIn(style));
  }

  #widthIn({ font, size }: Style): WidthOf {
    return (text) => {
      let width = 0;
      for (const character of text) width += this.#widthOf(character, font);
      return width * size;
    };
  }

  /** The width of a character at one point, cached. */
  #widthOf(character: string, weight: Weight): number {
    const key = `${weight} ${character}`;
    const known =
      this.#widths.get(key) ?? this.#pdf.font(fontOf(character, weight)).fontSize(1).widthOfString(character);
    this.#widths.set(key, known);
    return known;
  }
}
