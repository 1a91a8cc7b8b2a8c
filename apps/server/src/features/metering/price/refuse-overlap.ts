import { conflict } from '#platform/refusal.ts';

const exclusionViolation = '23P01';

/** Passes an error of the database on, as a 409 where it is that two versions of one price would hold at once. */
export function refuseOverlap(error: unknown, message: string): never {
  if (error instanceof Error && 'code' in error && error.code === exclusionViolation) {
    throw conflict('PRICE_CONFLICT', message);
  }
  throw error;
}
