import type { RefusedFor } from '@usance/api/identity-provider';
import type { Log } from '#platform/log.ts';
import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import type { ServiceProvider } from './service-provider.ts';
import { believe, Untrusted } from './untrusted.ts';
import type { Vouched, Vouching } from './verified-answer.ts';

/** What a browser brought, and what it is held against; without that it is only read. */
export interface AnswerQuestion {
  readonly encoded: string;
  readonly against?: { readonly provider: Vouching; readonly own: ServiceProvider; readonly now: Date };
}

/** What the thread makes of it, or why it is not believed. */
export type ReadAnswer =
  | { readonly inResponseTo: string; readonly vouched?: Vouched }
  | { readonly untrusted: string; readonly about: RefusedFor; readonly cause: unknown };

/**
 * Trees and canonical forms of an answer are made before a signature can be wrong, for each certificate anew, and of one that
 * is no larger than allowed take tenths of a second: on the thread that serves everybody nobody else would be answered.
 *
 * @internal for its test
 */
export const answersThread = new Thread<AnswerQuestion, ReadAnswer>(new URL('./answers.thread.ts', import.meta.url));

/** Which request an answer is to; nothing of it is proved. Throws Untrusted for what no provider sends. */
export async function requestAnsweredBy(encoded: string, log: Log): Promise<string> {
  return (await asked({ encoded }, log)).inResponseTo;
}

/** Whom a provider vouches for in its answer to a request of ours; throws Untrusted where anything does not hold. */
export async function vouchedIn(
  encoded: string,
  against: Required<AnswerQuestion>['against'],
  log: Log,
): Promise<Vouched> {
  const { vouched } = await asked({ encoded, against }, log);
  believe(vouched !== undefined, 'it vouches for nobody');
  return vouched;
}

/** 503 where the thread ends meanwhile: whoever brought the answer may bring it again. */
async function asked(question: AnswerQuestion, log: Log) {
  const answer = await answersThread.ask(question).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    log.error({ err: error, cause: error.cause }, 'the thread that reads answers of identity providers has ended');
    throw unavailable(error);
  });
  if ('untrusted' in answer) throw new Untrusted(answer.untrusted, answer.about, answer.cause);
  return answer;
}
