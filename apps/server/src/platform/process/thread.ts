import { Worker } from 'node:worker_threads';

/** Questions and answers, as they travel to and from a thread. */
export interface AskedQuestion<Question> {
  readonly no: number;
  readonly question: Question;
}
export type Answered<Answer> = { readonly no: number } & ({ readonly answer: Answer } | { readonly failure: unknown });

/** The thread ended before it answered; the cause is attached if known. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** More than any question needs. A thread above it ends alone, without the process. */
const mostMegabytes = 256;

/**
 * A thread for work that would hold up the main thread. It starts with the first question, and restarts with the next
 * if it has ended. It answers one question at a time, and does not keep the process alive.
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

  /** Throws ThreadEnded, and the errors of the thread. */
  ask(question: Question): Promise<Answer> {
    this.#worker ??= this.#start();
    this.#no += 1;
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.set(this.#no, waiting);
    this.#worker.ref();
    this.#worker.postMessage({ no: this.#no, question } satisfies AskedQuestion<Question>);
    return waiting.promise;
  }

  /** Ends the thread at once, even during a question. */
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
