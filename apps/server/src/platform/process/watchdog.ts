import type { ChildProcess } from 'node:child_process';
import type { EngineLog } from './keep-running.ts';
import { processorMsOf } from './processor-time.ts';

export interface Watch {
  /** The interval between questions. */
  readonly periodMs: number;
  /** The number of unanswered questions after which an idle process is killed. */
  readonly patience: number;
  /** The number after which even a busy process is killed. */
  readonly longPatience: number;
}

/** Counts questions instead of time, because none are asked while the machine or the process sleeps. */
export const usualWatch: Watch = { periodMs: 1_000, patience: 10, longPatience: 120 };

interface Kind {
  /** Its name in the log. */
  readonly name: string;
  /** Sends it a question. */
  ask(): void;
  /** True if this message is the answer. */
  isAnswer(message: unknown): boolean;
}

/** Kills a process that hangs: it neither answers nor uses processor time. */
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
      log.warn(`${name} has not answered ${silence.questions} questions and is killed`);
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
 * True if the process hangs for good. A busy process uses the processor; without that figure, only a long silence
 * counts. `from` and `to` are its processor time in milliseconds at its last answer and now.
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
