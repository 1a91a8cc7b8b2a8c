import type { MountedCall } from '../http/calls/verb.ts';
import type { Round } from '../jobs/round.ts';

/** What the house has to know of a noun. */
export interface Room {
  /** What can be asked. */
  readonly calls?: readonly MountedCall[];
  /** What comes round by itself. */
  readonly rounds?: readonly Round[];
}
