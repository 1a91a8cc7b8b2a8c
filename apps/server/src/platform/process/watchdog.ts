import type { ChildProcess } from 'node:child_process';
import type { EngineLog } from './keep-running.ts';
import { processorMsOf } from './processor-time.ts';

export interface Watch {
  /** How often it is asked. */
  readonly periodMs: number;
  /** So many questions without an answer are too many for a process that does nothing. */
  readonly patience: number;
  /** So many are too many even for one that is busy. */
  readonly longPatience: number;
}

/** Questions are counted, not time: while this machine or process sleeps nobody is asked. */
export const usualWatch: Watch = { periodMs: 1_000, patience: 10, longPatience: 120 };

interface Kind {
  /** What it is called in the log. */
  readonly name: string;
  /** Sends it a question. */
  ask(): void;
  /** Whether a message of its is the answer. */
  isAnswer(message: unknown): boolean;
}

/** Kills a process that no longer runs: it answers nothing, and uses no processor time either. */
export function watchOver(
  child: ChildProcess,
  { name, ask, isAnswer }: Kind,
  log: EngineLog,
  watch = usualWatch,
): void {
  const usedMs = () => processorMsOf(child.pid ?? 0);
  let silence = { questions: 0, from: usedMs() };
  const timer = setInterval(() => {
    if (isFrozen({ ...silence, to: usedMs() }, watch)) {
      log.warn(`${name} has answered nothing for ${silence.questions} questions and is killed`);
      clearInterval(timer);
      child.kill('SIGKILL');
      return;
    }
    silence = { ...silence, questions: silence.questions + 1 };
    if (child.connected) ask();
  }, watch.periodMs).unref();
  child.on('message', (message) => {
    if (isAnswer(message)) silence = { questions: 0, from: usedMs() };
  });
  child.once('exit', () => clearInterval(timer));
}

/** The share of one core that the threads of an idle engine may use. */
const idleShare = 0.05;

/**
 * Whether nothing is to be hoped for any more. Whoever is busy uses the processor; where nothing tells that, only silence
 * that is long counts. `from` and `to` are the milliseconds of processor time when it last answered and now.
 *
 * @internal for its own test
 */
export function isFrozen(
  { questions, from, to }: { questions: number; from: number | undefined; to: number | undefined },
  { periodMs, patience, longPatience }: Watch,
): boolean {
  if (questions >= longPatience) return true;
  if (questions < patience || from === undefined || to === undefined) return false;
  return to - from < questions * periodMs * idleShare;
}
