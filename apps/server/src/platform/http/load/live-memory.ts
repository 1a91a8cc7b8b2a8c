import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory of a process: bytes that live or have not been collected yet, and how to have them collected. */
export interface Memory {
  used(): number;
  collect(): void;
}

const lookEveryMs = 1_000;
// It stops everything for as long as it takes to walk through what lives.
const collectEveryMs = 10_000;

/**
 * Says whether more than so many bytes live. Resident memory would not do: what a process has once had it keeps, so that
 * all would be refused for ever after one hour of load. Nor would bytes in use alone: who is refused makes none, and then nothing is
 * collected. So what seems too much is collected first.
 */
export class LiveMemory {
  #lookedAt = Number.NEGATIVE_INFINITY;
  #collectedAt = Number.NEGATIVE_INFINITY;
  #isOver = false;
  readonly #most: number;
  readonly #memory: Memory;

  constructor(most: number, memory: Memory = ownMemory()) {
    this.#most = most;
    this.#memory = memory;
  }

  /** `nowMs` is any clock that only goes forwards. */
  isOver(nowMs: number): boolean {
    if (nowMs - this.#lookedAt < lookEveryMs) return this.#isOver;
    this.#lookedAt = nowMs;
    const seemsOver = () => this.#memory.used() > this.#most;
    if (!seemsOver()) this.#isOver = false;
    else if (nowMs - this.#collectedAt >= collectEveryMs) {
      this.#collectedAt = nowMs;
      this.#memory.collect();
      this.#isOver = seemsOver();
    }
    return this.#isOver;
  }
}

function ownMemory(): Memory {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  return { used, collect };
}
