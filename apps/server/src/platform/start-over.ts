import { unavailable } from './refusal.ts';

/**
 * The preparation made outside the lock no longer holds under it. Nothing was written; the caller can prepare again.
 */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** Eight writers at once can rate and sign one month: each outdates another at most once. */
const attempts = 8;

/**
 * Repeats the work while it throws Outdated; after the eighth attempt the caller gets a 503.
 */
export async function startingOver<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      if (attempt === attempts) throw unavailable(error.message);
    }
  }
}
