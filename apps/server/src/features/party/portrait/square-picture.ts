import { portraitPixels } from '@usance/api/portrait';
import { says } from '@usance/api/rule';
import { invalidParameter } from '../../../platform/refusal.ts';

const millionPixels = 25;
/** A photo has one, or ten where it comes clearer as it loads. Each is as much work as all of its pixels. */
const mostScans = 50;

/** One after the other: taking a picture of 25 million pixels apart takes up to 250 MB, and nobody is in a hurry. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Paints a picture anew as a small square: the middle of it, upright, with nothing of what else was in the file. Refuses
 * what is no PNG, JPEG or WebP, whatever it is called, by its head one with too many pixels, and a JPEG that has its pixels
 * worked out again and again: others wait for it.
 */
export async function squarePicture(given: Buffer): Promise<Buffer> {
  if (isJpeg(given) && scansOf(given) > mostScans) throw invalidParameter('content', says('portraitFormat'));
  const square = before.then(() => paint(given));
  before = square.catch(() => undefined);
  return square;
}

const isJpeg = (given: Buffer) => given[0] === 0xff && given[1] === 0xd8;

/** At most so many: in what is coded these two bytes do not stand side by side, in what is told beside it they might. */
function scansOf(given: Buffer): number {
  const start = Buffer.from([0xff, 0xda]);
  let count = 0;
  for (let at = given.indexOf(start); at !== -1; at = given.indexOf(start, at + 2)) count += 1;
  return count;
}

async function paint(given: Buffer): Promise<Buffer> {
  const sharp = await painter();
  const picture = sharp(given, { limitInputPixels: millionPixels * 1_000_000, failOn: 'error', pages: 1 });
  try {
    return await picture
      .autoOrient()
      .resize(portraitPixels, portraitPixels, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw invalidParameter(
      'content',
      isTooLarge ? says('portraitPixels', { max: millionPixels }) : says('portraitFormat'),
    );
  }
}

/** It comes when the first portrait does: a server that never sees one need not load it. It reads these formats alone. */
async function painter() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
