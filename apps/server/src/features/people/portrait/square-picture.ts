import { portraitPixels } from '@usance/api/portrait';
import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';

const millionPixels = 25;
/** A photo has one, or ten where it comes clearer as it loads. Each is as much work as all of its pixels. */
const mostScans = 50;
/** Of a WebP that moves the first is painted, but each is looked for behind all before it: 20,000 take ten seconds. */
const mostFrames = 1_000;

/** One after the other: taking a picture of 25 million pixels apart takes up to 250 MB, and nobody is in a hurry. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Paints a picture anew as a small square: the middle of it, upright, with nothing of what else was in the file. Refuses
 * what is no PNG, JPEG or WebP, whatever it is called, by its head one with too many pixels, and one that is worked out again
 * and again: others wait for it.
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

/** How often bytes are there that begin a scan or a frame: they may stand in what is told beside it as well. */
function countOf(given: Buffer, start: Buffer): number {
  let count = 0;
  for (let at = given.indexOf(start); at !== -1; at = given.indexOf(start, at + start.length)) count += 1;
  return count;
}

async function paint(given: Buffer): Promise<Buffer> {
  const sharp = await painter();
  // What a file says of its colours may be ten thousand sums for each pixel: hours. Our page sends it with usual ones.
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
