import type { Deps, Work } from '../../../platform/context/context.ts';

/** Does a piece of the story whole or not at all, at the moment that the story has come to. */
export function atOnce<T>({ db, clock, log }: Deps, piece: (work: Work) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => piece({ tx, now: clock.now(), log }));
}
