import type { Deps } from '#platform/context/context.ts';
import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import type { RefusedLine, UsageLine } from './usage-line.ts';
import { wholeLines } from './whole-lines.ts';

/** Whole lines of a body, for the thread that reads them. */
export interface UsagePiece {
  readonly bytes: Uint8Array;
  readonly now: Date;
  /** So many refusals are told, all are counted. */
  readonly mostTold: number;
}

/** What the thread makes of them; lines are counted from the piece's first, which is 1. */
export interface ReadPiece {
  /** How many it has. */
  readonly lines: number;
  readonly sound: readonly (Omit<UsageLine, 'contentHash'> & { readonly contentHash: string })[];
  readonly refused: number;
  readonly refusals: readonly RefusedLine[];
}

/** What was read of a body; lines are counted from its first. */
export type ReadUsage = Pick<ReadPiece, 'refused' | 'refusals'> & { readonly sound: readonly UsageLine[] };

/** One for the whole process: what comes of reading is the smaller part of taking usage in. @internal for its test */
export const readingThread = new Thread<UsagePiece, ReadPiece>(new URL('./read-usage.thread.ts', import.meta.url));

/**
 * Reads usage, piece by piece and on another thread; the next piece is read while the last is made use of. 503 where that
 * thread ends meanwhile.
 */
export async function* readUsage(
  body: AsyncIterable<Buffer>,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  mostTold: number,
): AsyncGenerator<ReadUsage> {
  let linesBefore = 0;
  const told = async (asked: Promise<ReadPiece>): Promise<ReadUsage> => {
    const { lines, sound, refused, refusals } = await asked.catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error;
      log.error({ err: error, cause: error.cause }, 'the thread that reads usage has ended');
      throw unavailable(error);
    });
    const before = linesBefore;
    linesBefore += lines;
    return {
      sound: sound.map((line) => ({
        ...line,
        line: before + line.line,
        contentHash: Buffer.from(line.contentHash, 'hex'),
      })),
      refused,
      refusals: refusals.map((refusal) => ({ ...refusal, line: before + refusal.line })),
    };
  };
  let ahead: Promise<ReadPiece> | undefined;
  for await (const bytes of wholeLines(body)) {
    const asked = readingThread.ask({ bytes, now: clock.now(), mostTold });
    // Whether it failed is looked at when its turn comes, if it does.
    asked.catch(() => {});
    const before = ahead;
    ahead = asked;
    if (before) yield await told(before);
  }
  if (ahead) yield await told(ahead);
}
