import { createContext } from 'react';

/** Tells the surrounding dialog that a value was chosen; for controls that raise no change event. */
export const SayFilledIn = createContext<() => void>(() => undefined);
