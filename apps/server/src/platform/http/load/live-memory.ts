import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory of a process: live and uncollected bytes, and a way to collect them. */
export interface Memory {
  used(): number;
  collect(): void;
}

const lookEveryMs = 1_000;
// A collection stops the process for as long as it takes to walk the live objects.
const collectEveryMs = 10_000;

/**
 * Tells if more than so many bytes are alive. Resident memory never shrinks, so one hour of load would refuse requests
 * for ever. The used bytes alone would not do either: refused requests allocate nothing, so nothing would be collected.
 * So a high figure is checked after a collection.
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
