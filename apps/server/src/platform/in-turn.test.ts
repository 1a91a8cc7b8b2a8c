import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

const due = ['ct-a', 'ct-b', 'ct-c'].flatMap((id) => ['2026-08', '2026-09'].map((month) => ({ id, month })));

it('each contract comes first in some rounds, and its items stay together in order', () => {
  const first = new Set<string>();
  for (let minute = 0; minute < 30; minute += 1) {
    const turns = inTurn(due, ({ id }) => id, new Date(Date.UTC(2026, 9, 2, 9, minute)));
    const order = [turns[0], turns[2], turns[4]].map((turn) => String(turn?.id));
    expect(turns).toEqual(
      order.flatMap((id) => [
        { id, month: '2026-08' },
        { id, month: '2026-09' },
      ]),
    );
    expect(order.toSorted()).toEqual(['ct-a', 'ct-b', 'ct-c']);
    first.add(String(order[0]));
  }
  expect(first.size).toBe(3);
});
