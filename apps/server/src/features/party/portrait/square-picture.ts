import { portraitPixels } from '@usance/api/portrait';
import { says } from '@usance/api/rule';
import { invalidParameter } from '../../../platform/refusal.ts';

const millionPixels = 25;

/** One after the other: taking a picture of 25 million pixels apart takes 100 MB, and nobody is in a hurry. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Paints a picture anew as a small square: the middle of it, upright, with nothing of what else was in the file. Refuses
 * what is no PNG, JPEG or WebP, whatever it is called, and by its head one with too many pixels.
 */
export function squarePicture(given: Buffer): Promise<Buffer> {
  const square = before.then(() => paint(given));
  before = square.catch(() => undefined);
  return square;
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
