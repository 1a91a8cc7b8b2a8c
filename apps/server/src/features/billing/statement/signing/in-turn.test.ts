import { parseBillingMonth } from '@usance/period/billing-month';
import { expect, it } from 'vitest';
import type { ContractRow } from '../../../party/contract/contract.ts';
import type { DueMonth } from './due-month.queries.ts';
import { inTurn } from './in-turn.ts';

const due: DueMonth[] = ['ct-a', 'ct-b', 'ct-c'].flatMap((id) =>
  ['2026-08', '2026-09'].map((month) => ({ contract: { id } as ContractRow, month: parseBillingMonth(month) })),
);

it('each contract comes first in some rounds, and its months stay together, the oldest first', () => {
  const first = new Set<string>();
  for (let minute = 0; minute < 30; minute += 1) {
    const turns = inTurn(due, new Date(Date.UTC(2026, 9, 2, 9, minute))).map(({ contract, month }) => [
      contract.id,
      month,
    ]);
    const order = [turns[0], turns[2], turns[4]].map((turn) => String(turn?.[0]));
    expect(turns).toEqual(
      order.flatMap((id) => [
        [id, '2026-08'],
        [id, '2026-09'],
      ]),
    );
    expect(order.toSorted()).toEqual(['ct-a', 'ct-b', 'ct-c']);
    first.add(String(order[0]));
  }
  expect(first.size).toBe(3);
});
