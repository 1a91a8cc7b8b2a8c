import { unavailable } from './refusal.ts';

/** What was prepared outside the lock no longer holds under it. Nothing was done; it can be prepared again. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** So many at once can rate and sign one month: each of them outdates another at most once. */
const attempts = 8;

/**
 * Tries again from the start when what was prepared is outdated; after the eighth time it is the caller's turn (503).
 * `work` is told which attempt it is, from 1.
 */
export async function startingOver<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      if (attempt === attempts) throw unavailable(error.message);
    }
  }
}
