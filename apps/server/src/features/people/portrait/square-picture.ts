import { portraitPixels } from '@usance/api/people/portrait';
import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';

const millionPixels = 25;
/** A photo has one scan, or about ten if it is progressive. Each scan costs as much as all pixels. */
const mostScans = 50;
/**
 * Only the first frame of an animated WebP is used, but the library searches each one from the start: 20,000 take ten
 * seconds.
 */
const mostFrames = 1_000;

/** One picture at a time: decoding 25 million pixels takes up to 250 MB, and a portrait is not urgent. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes the middle of a picture as a small upright square, without anything else in the file. Refuses all but
 * PNG, JPEG and WebP, by content. Refuses too many pixels by the header, and too many scans or frames, since other
 * uploads wait.
 */
export async function squarePicture(given: Buffer): Promise<Buffer> {
  if (isEndless(given)) throw invalidParameter('content', says('portraitFormat'));
  const square = before.then(() => paint(given));
  before = square.catch(() => undefined);
  return square;
}

function isEndless(given: Buffer): boolean {
  if (given[0] === 0xff && given[1] === 0xd8) return countOf(given, Buffer.from([0xff, 0xda])) > mostScans;
  return given.toString('latin1', 0, 4) === 'RIFF' && countOf(given, Buffer.from('ANMF')) > mostFrames;
}

/** Counts the markers of scans or frames. It may count too many: metadata can contain the same bytes. */
function countOf(given: Buffer, start: Buffer): number {
  let count = 0;
  for (let at = given.indexOf(start); at !== -1; at = given.indexOf(start, at + start.length)) count += 1;
  return count;
}

async function paint(given: Buffer): Promise<Buffer> {
  const sharp = await painter();
  // Colour profiles are ignored: one may cost ten thousand operations per pixel, hours in all. The console sends
  // standard colours.
  const picture = sharp(given, {
    limitInputPixels: millionPixels * 1_000_000,
    failOn: 'error',
    pages: 1,
    ignoreIcc: true,
  });
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

/** Loads the library with the first portrait, and lets it read these formats only. */
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
