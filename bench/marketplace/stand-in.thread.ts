import { type StandIn, startStandIn } from '../../apps/server/src/features/marketplace/stand-in/stand-in.ts';
import { answerQuestions } from '../../apps/server/src/platform/process/answer-questions.ts';
import { dimension, product } from './linked-contracts.ts';

/** The commands of the bench to its stand-in. */
export type StandInQuestion =
  | { readonly kind: 'open'; readonly delayMs: number; readonly accounts: readonly string[] }
  | { readonly kind: 'goTo'; readonly now: Date; readonly hasMishaps: boolean }
  | { readonly kind: 'sums'; readonly hour: string };

export interface StandInAnswer {
  readonly url: string;
  readonly calls: number;
  /** For each account, the number of the hour's records and their sum. */
  readonly sums: ReadonlyMap<string, { readonly records: number; readonly quantity: number }>;
}

let standIn: StandIn | undefined;
let [now, hasMishaps, asked] = [new Date(0), false, 0];

/**
 * Of each hundred calls, ten are throttled, one reply is lost after the call took effect, and one call arrives twice.
 */
function mishap() {
  if (!hasMishaps) return undefined;
  asked += 1;
  if (asked % 10 === 5) return 'throttled';
  if (asked % 100 === 33) return 'reply lost';
  return asked % 100 === 66 ? 'sent twice' : undefined;
}

answerQuestions<StandInQuestion, StandInAnswer>(async (question) => {
  if (question.kind === 'open') {
    standIn = await startStandIn({ dimensions: [dimension], now: () => now, mishap, delayMs: question.delayMs });
    for (const account of question.accounts)
      standIn.books.subscribe({ cloud: 'aws', product, account, token: `token-${account}` });
  }
  if (question.kind === 'goTo') [now, hasMishaps] = [question.now, question.hasMishaps];
  if (!standIn) throw new Error('The stand-in is not open');
  const sums = new Map<string, { records: number; quantity: number }>();
  for (const { account, hour, quantity } of standIn.books.records) {
    if (question.kind !== 'sums' || hour !== question.hour) continue;
    const { records = 0, quantity: before = 0 } = sums.get(account) ?? {};
    sums.set(account, { records: records + 1, quantity: before + quantity });
  }
  const calls = standIn.asked.get('AWSMPMeteringService.BatchMeterUsage') ?? 0;
  return { url: standIn.url, calls, sums };
});
