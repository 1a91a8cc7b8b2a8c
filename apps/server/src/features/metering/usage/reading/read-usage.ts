import type { Deps } from '#platform/context/context.ts';
import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import { linesIn, type UsageColumns } from './usage-columns.ts';
import type { RefusedLine, UsageLine } from './usage-line.ts';
import { wholeLines } from './whole-lines.ts';

/** Whole lines of a body, sent to the reading thread. */
export interface UsagePiece {
  readonly bytes: Uint8Array;
  readonly now: Date;
  /** The most refusals to return; all are counted. */
  readonly mostRefusals: number;
}

/** The thread's result. Lines are numbered from 1 within the piece. */
export interface ReadPiece {
  /** The number of lines in the piece. */
  readonly lines: number;
  readonly sound: UsageColumns;
  readonly refused: number;
  readonly refusals: readonly RefusedLine[];
}

/** The lines of a piece, numbered within the whole body. */
export interface ReadUsage extends Pick<ReadPiece, 'refused' | 'refusals'> {
  readonly sound: readonly UsageLine[];
}

/** One for the whole process: reading takes most of the CPU time of ingestion. @internal for its test */
export const readingThread = new Thread<UsagePiece, ReadPiece>(new URL('./read-usage.thread.ts', import.meta.url));

/**
 * Reads usage piece by piece on another thread; the next piece is read while the caller works on the last. 503 if that
 * thread ends.
 */
export async function* readUsage(
  body: AsyncIterable<Buffer>,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  mostRefusals: number,
): AsyncGenerator<ReadUsage> {
  let linesBefore = 0;
  const completed = async (asked: Promise<ReadPiece>): Promise<ReadUsage> => {
    const { lines, sound, refused, refusals } = await asked.catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error;
      log.error({ err: error, cause: error.cause }, 'the thread that reads usage has ended');
      throw unavailable(error);
    });
    const before = linesBefore;
    linesBefore += lines;
    return {
      sound: linesIn(sound, before),
      refused,
      refusals: refusals.map((refusal) => ({ ...refusal, line: before + refusal.line })),
    };
  };
  let ahead: Promise<ReadPiece> | undefined;
  for await (const bytes of wholeLines(body)) {
    const asked = readingThread.ask({ bytes, now: clock.now(), mostRefusals });
    // Prevents an unhandled rejection; the error is thrown when the piece's turn comes.
    asked.catch(() => {});
    const before = ahead;
    ahead = asked;
    if (before) yield await completed(before);
  }
  if (ahead) yield await completed(ahead);
}
