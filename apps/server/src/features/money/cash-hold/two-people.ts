import type { Currency } from '@usance/money/currency';
import { compare } from '@usance/money/decimal';
import { conflict } from '#platform/refusal.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** Above which amount a withdrawal, or the release of a hold, takes two people; none does where nothing is said. */
    readonly twoPeopleAbove: AmountByCurrency;
  }
}

/** An amount for each currency that has one: a threshold, or what is held for a new data cloud. */
export type AmountByCurrency = Readonly<Partial<Record<Currency, string>>>;

/** Whether moving this amount takes two people. */
export function takesTwo(above: AmountByCurrency, currency: Currency, amount: string): boolean {
  const threshold = above[currency];
  return threshold !== undefined && compare(amount, threshold) > 0;
}

/**
 * 409: the first person is the second one too, or nobody knows who the first one was. Two tokens of one name are one
 * person's.
 */
export function requireSecondPerson(first: string | null, second: string): void {
  if (first === null || first.toLowerCase() === second.toLowerCase())
    throw conflict('SECOND_PERSON_REQUIRED', 'Another person must do this.', first === null ? {} : { first });
}
