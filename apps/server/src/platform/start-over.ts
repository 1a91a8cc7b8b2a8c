import { unavailable } from './refusal.ts';

/** What was prepared outside the lock no longer holds under it. Nothing was done; it can be prepared again. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

const attempts = 3;

/** Tries again from the start when what was prepared is outdated; after the third time it is the caller's turn (503). */
export async function startingOver<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      if (tried === attempts) throw unavailable(error.message);
    }
  }
}
