import type { SealedRows } from '#platform/sealing/sealed-rows.ts';
import { nouns } from '../house/nouns.ts';

/** All rows that the installation's key seals. */
export const sealedKinds: Readonly<Record<string, SealedRows>> = Object.fromEntries(
  nouns.flatMap(({ seals = {} }) => Object.entries(seals)),
);
