import { createContext, useContext } from 'react';

/**
 * While true, parts of the page hide their failures: the page's main data is still loading, and may fail for the same
 * reason, which is then shown once.
 */
const Holding = createContext(false);

export const HoldFailures = Holding.Provider;

/** Returns the failure if it may be shown now. */
export function useShownFailure(error: Error | null | undefined): Error | undefined {
  return useContext(Holding) ? undefined : (error ?? undefined);
}
