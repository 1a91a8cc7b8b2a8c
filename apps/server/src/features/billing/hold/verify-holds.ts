import type { DbOrTx } from '#platform/postgres/database.ts';
import { heldDifferently } from './held-differently.queries.ts';

/** Compares the held cash in the ledger with its causes; one sentence for each difference. */
export async function verifyHolds(db: DbOrTx): Promise<string[]> {
  const found = await heldDifferently(db, null);
  return found.map(({ contractId, id, asked, booked }) =>
    id === null
      ? `${contractId}: ${booked} is held without a cause`
      : `${contractId}: ${id} needs ${asked} held, but its postings hold ${booked}`,
  );
}
