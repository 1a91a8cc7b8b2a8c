import { calculatePurchases } from '../../metering/rating/calculate-purchases.ts';
import { follow } from '../account-period/follow-due.ts';

/** Rates like `calculatePurchases`, and derives the account period before and after. */
export async function calculateAndFollow(
  ...given: Parameters<typeof calculatePurchases>
): ReturnType<typeof calculatePurchases> {
  const [{ db, clock, contract }] = given;
  await follow({ db }, contract.id, clock.now());
  const rated = await calculatePurchases(...given);
  await follow({ db }, contract.id, clock.now());
  return rated;
}
