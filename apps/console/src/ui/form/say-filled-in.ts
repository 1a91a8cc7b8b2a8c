import { createContext } from 'react';

/** Tells the dialog around a field that a value was chosen. Choices that raise no change event of the browser call it. */
export const SayFilledIn = createContext<() => void>(() => undefined);
