import { expect, it } from 'vitest';
import { itemsText, rowsAtOnce } from './items-text.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it.each([0, 1, rowsAtOnce, rowsAtOnce + 1, 5 * rowsAtOnce])('%d rows are one document', async (count) => {
  let text = '';
  for await (const piece of itemsText(numbers(count), (no) => ({ no }))) text += piece;
  expect(JSON.parse(text)).toEqual({ items: numbers(count).map((no) => ({ no })) });
});

it('the event loop runs after each piece, even if the reader takes all at once', async () => {
  let [made, mostInOneTurn, isOver] = [0, 0, false];
  const turn = () => {
    mostInOneTurn = Math.max(mostInOneTurn, made);
    made = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const makes = () => {
    made += 1;
    return {};
  };
  for await (const _ of itemsText(numbers(20 * rowsAtOnce), makes));
  isOver = true;
  expect(mostInOneTurn).toBe(rowsAtOnce);
});
