import type { RefusedFor } from '@usance/api/people/identity-provider';
import type { Log } from '#platform/log.ts';
import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import type { ServiceProvider } from './service-provider.ts';
import { believe, Untrusted } from './untrusted.ts';
import type { Vouched, Vouching } from './verified-answer.ts';

/** An encoded answer and what to verify it against; without that it is only parsed. */
export interface AnswerQuestion {
  readonly encoded: string;
  readonly against?: { readonly provider: Vouching; readonly own: ServiceProvider; readonly now: Date };
}

/** The result of the thread, or why the answer is not trusted. */
export type ReadAnswer =
  | { readonly inResponseTo: string; readonly vouched?: Vouched }
  | { readonly untrusted: string; readonly about: RefusedFor; readonly cause: unknown };

/**
 * The thread that parses and verifies answers. Trees and canonical forms are made before a signature can fail, once
 * per certificate. For an answer of the allowed size that takes tenths of a second, which would block the event loop.
 * @internal for its test
 */
export const answersThread = new Thread<AnswerQuestion, ReadAnswer>(new URL('./answers.thread.ts', import.meta.url));

/**
 * Returns the id of the request that an answer names, unverified. Throws Untrusted for input that no provider sends.
 */
export async function requestAnsweredBy(encoded: string, log: Log): Promise<string> {
  return (await asked({ encoded }, log)).inResponseTo;
}

/** Returns the person that a provider vouches for in its answer to our request. Throws Untrusted if any check fails. */
export async function vouchedIn(
  encoded: string,
  against: Required<AnswerQuestion>['against'],
  log: Log,
): Promise<Vouched> {
  const { vouched } = await asked({ encoded, against }, log);
  believe(vouched !== undefined, 'it vouches for no person');
  return vouched;
}

/** Refuses with 503 if the thread ends meanwhile; the browser may send the answer again. */
async function asked(question: AnswerQuestion, log: Log) {
  const answer = await answersThread.ask(question).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    log.error({ err: error, cause: error.cause }, 'the thread that reads answers of identity providers has ended');
    throw unavailable(error);
  });
  if ('untrusted' in answer) throw new Untrusted(answer.untrusted, answer.about, answer.cause);
  return answer;
}
