import type { Work } from '../../../platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

declare module '../../../platform/context/context.ts' {
  interface Fittings {
    readonly moving: Moving;
  }
}

/** Moves money of a contract that is locked, and has its account period follow. Who knows account periods says how. */
export type Moving = <Answer>(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  move: (contract: LockedContract) => Promise<Answer>,
) => Promise<Answer>;
