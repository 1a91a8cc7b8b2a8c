import type { Currency } from '@usance/money/currency';
import { compare } from '@usance/money/decimal';
import { conflict } from '#platform/refusal.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /**
     * The amounts above which a withdrawal, or the release of a hold, takes two people. A currency without an amount
     * has no limit.
     */
    readonly twoPeopleAbove: AmountByCurrency;
  }
}

/** An amount for some currencies: a threshold, or the cash to hold for a new data cloud. */
export type AmountByCurrency = Readonly<Partial<Record<Currency, string>>>;

/** True if moving this amount takes two people. */
export function takesTwo(above: AmountByCurrency, currency: Currency, amount: string): boolean {
  const threshold = above[currency];
  return threshold !== undefined && compare(amount, threshold) > 0;
}

/**
 * 409 if both names are the same person's, or the first is unknown. Two tokens with the same name count as one person.
 */
export function requireSecondPerson(first: string | null, second: string): void {
  if (first === null || first.toLowerCase() === second.toLowerCase())
    throw conflict('SECOND_PERSON_REQUIRED', 'Another person must do this.', first === null ? {} : { first });
}
