import { conflict } from '#platform/refusal.ts';

const exclusionViolation = '23P01';

/** Turns the database's refusal of overlapping versions into a 409, and rethrows any other error. */
export function refuseOverlap(error: unknown, message: string): never {
  if (error instanceof Error && 'code' in error && error.code === exclusionViolation) {
    throw conflict('PRICE_CONFLICT', message);
  }
  throw error;
}
