import { bank } from '@usance/api/billing/bank';
import { contracts } from '@usance/api/contract/contract';
import { vouchers } from '@usance/api/money/voucher';
import { exactText, lines, text } from '@usance/api/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, person } from './builders.ts';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const breaks = ['\n', '\r', '\t', '\u0085', '\u2028', '\u2029'];
const overrides = ['\u202a', '\u202e', '\u2066', '\u2069'];
const shown = (characters: string[]) => characters.map((each) => [each.codePointAt(0)?.toString(16), each] as const);

describe('a single-line text', () => {
  it.each(shown([...breaks, ...overrides, '\u0000', '\u001b', '\u007f']))(
    'refuses the character %s',
    (_, character) => {
      for (const schema of [text(10), exactText(10)])
        expect(z.safeParse(schema, `a${character}b`).success, String(schema)).toBe(false);
    },
  );

  it('allows letters of every script, and the characters that join them', () => {
    for (const word of ['数据云', 'عقد', 'संविदा', 'क्\u200dष', '👩\u200d💻', 'a\u200fb'])
      expect(z.safeParse(text(10), word).data).toBe(word);
  });

  it('is required for names of contracts, people and accounts, by the name of the field', async () => {
    const ada = await person(app);
    for (const character of [...breaks, ...overrides])
      expect(await ada.refusal(contracts.create, { body: { tags: `Acme${character}Ltd` } })).toMatchObject({
        code: 400,
        metadata: { field: 'tags' },
      });
    const { id } = await contract(app);
    const body = { type: 'deposit', amount: '1', currency: 'USD', counterpartAccountName: 'Acme\u202eLtd' };
    expect(await internalCaller(app).refusal(bank.record, { params: { id }, body })).toMatchObject({
      code: 400,
      metadata: { field: 'counterpartAccountName' },
    });
  });
});

describe('a reason', () => {
  it('may have several lines', async () => {
    const { id } = await contract(app);
    const body = {
      denomination: '1',
      currency: 'USD',
      validDays: 3,
      bound: false,
      reason: 'A gift.\nFor\tthem.',
    } as const;
    await internalCaller(app).call(vouchers.issue, { params: { id }, body });
  });

  it.each(shown([...overrides, '\u0000', '\u001b', '\u007f']))('refuses the character %s', (_, character) => {
    expect(z.safeParse(lines(10), `a${character}b`).success).toBe(false);
  });
});
