import { Worker } from 'node:worker_threads';

/** What is asked of a thread, and what it answers, as they travel. */
export interface AskedQuestion<Question> {
  readonly no: number;
  readonly question: Question;
}
export type Answered<Answer> = { readonly no: number } & ({ readonly answer: Answer } | { readonly failure: unknown });

/** The thread ended before it had answered, and why where that is known. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** More than any question needs: a thread that takes more ends by itself, and not the process. */
const mostMegabytes = 256;

/**
 * A thread for work that would hold up everybody else on this one. It starts with the first question, and again with the
 * next one where it has ended; it answers one question after another, and keeps no process from ending.
 */
export class Thread<Question, Answer> {
  readonly #entry: URL;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #worker: Worker | undefined;
  #no = 0;

  /** `entry` is a module that calls `answerQuestions`. */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  /** Throws ThreadEnded, and what the thread threw. */
  ask(question: Question): Promise<Answer> {
    this.#worker ??= this.#start();
    this.#no += 1;
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(this.#no, waiting);
    this.#worker.ref();
    this.#worker.postMessage({ no: this.#no, question } satisfies AskedQuestion<Question>);
    return waiting.promise;
  }

  /** Ends it, whatever it is at. */
  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    let cause: unknown;
    worker.on('message', (answered: Answered<Answer>) => this.#settle(answered));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const waiting of this.#waiting.values()) waiting.reject(new ThreadEnded('The thread has ended', { cause }));
      this.#waiting.clear();
    });
    return worker;
  }

  #settle(answered: Answered<Answer>): void {
    const waiting = this.#waiting.get(answered.no);
    this.#waiting.delete(answered.no);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(answered.failure);
  }
}
