import { createContext, useContext } from 'react';

/**
 * While true, no part says that it failed: what the whole page stands on is still on its way, and may fail of the same
 * cause, which then one says for all.
 */
const Holding = createContext(false);

export const HoldFailures = Holding.Provider;

/** The failure as it may be told now. */
export function useTold(error: Error | null | undefined): Error | undefined {
  return useContext(Holding) ? undefined : (error ?? undefined);
}
