import { creditLimits } from '@usance/api/billing/credit-limit';
import { describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { contractInItsYear, sevenRated } from '../account-period/account-period.fixture.ts';
import { openForAccountTerms } from '../account-period/account-terms.fixture.ts';
import { keptPeriod } from '../account-period/figures/kept-period.queries.ts';
import { limitsOn } from './credit-limit.fixture.ts';

const app = openForAccountTerms();
const { agree, refused, change, notChanged, gone, listed } = limitsOn(app);

describe(creditLimits.create.id, () => {
  it('holds from now on, and ends the one before', async () => {
    const { id, at } = await contractInItsYear(app());
    const made = await agree(id, '100');
    expect(made).toMatchObject({
      contractId: id,
      amount: '100.00000000',
      amountFormatted: '$100.00',
      currency: 'USD',
      start: at('02-02T10:00:00.000Z'),
      end: null,
      reason: 'Pays afterwards',
    });
    await agree(id, '50.5', { start: at('03-01T00:00:00Z') });
    expect(await listed(id)).toEqual([
      [50.5, '03-01T00:00', null],
      [100, '02-02T10:00', '03-01T00:00'],
    ]);
  });

  it('lets a temporary version interrupt another, which holds in full again if the first is deleted', async () => {
    const { id, at } = await contractInItsYear(app());
    await agree(id, '1');
    const later = await agree(id, '3', { start: at('05-01T00:00:00Z') });
    const inside = { start: at('04-01T00:00:00Z'), end: at('04-10T00:00:00Z') };
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start' } };
    expect(await refused(id, '2', inside)).toMatchObject(conflict);
    const { end: _, ...forGood } = inside;
    const endless = { code: 400, metadata: { field: 'end' } };
    expect(await refused(id, '2', { ...forGood, temporary: true })).toMatchObject(endless);
    const between = await agree(id, '2', { ...inside, temporary: true });
    expect(between).toMatchObject({ temporary: true });
    expect(await notChanged(id, { id: between.id, end: null, reason: 'Longer' })).toMatchObject(endless);
    expect(await listed(id)).toEqual([
      [3, '05-01T00:00', null],
      [2, '04-01T00:00', '04-10T00:00'],
      [1, '02-02T10:00', '05-01T00:00'],
    ]);
    const held = async (instant: string) => {
      const query = { at: at(instant) };
      const { items } = await internalCaller(app()).call(creditLimits.list, { params: { id }, query });
      return items.map(({ amount }) => Number(amount));
    };
    const instants = ['03-31T23:59:59Z', '04-01T00:00:00Z', '04-09T23:59:59Z', '04-10T00:00:00Z', '05-01T00:00:00Z'];
    expect(await Promise.all(instants.map(held))).toEqual([[1], [2], [2], [1], [3]]);
    const {
      agreed: { creditLimits: agreed },
    } = await keptPeriod(app().deps.db, id, app().clock.now());
    const amounts = agreed.toSorted((one, other) => one.from - other.from).map(({ amount }) => Number(amount));
    expect(amounts).toEqual([1, 2, 1, 3]);
    const query = { ids: [between.id] };
    expect(await internalCaller(app()).call(creditLimits.delete, { params: { id }, query })).toEqual({ deleted: 1 });
    await change(id, { id: later.id, start: at('06-01T00:00:00Z'), reason: 'Later' });
    expect((await listed(id))[1]).toEqual([1, '02-02T10:00', '06-01T00:00']);
    await internalCaller(app()).call(creditLimits.delete, gone(id, [later.id]));
    expect(await listed(id)).toEqual([[1, '02-02T10:00', null]]);
  });

  it('agrees to an overdraft, which then has no end', async () => {
    const { id, at, balance } = await contractInItsYear(app());
    await sevenRated(app(), id, at('02-01'), at('02-02T10:00:00Z'));
    expect((await balance()).details.overdraftEnd).toBe(at('02-03T10:00:00Z'));
    await agree(id, '50');
    expect(await balance()).toMatchObject({ state: { summary: 'overdraft' } });
    expect((await balance()).details).not.toHaveProperty('overdraftEnd');
  });

  it('cannot begin at the same instant as another', async () => {
    const { id, at } = await contractInItsYear(app());
    const start = at('04-01T00:00:00Z');
    const made = await agree(id, '1', { start });
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start', id: made.id } };
    expect(await refused(id, '2', { start })).toMatchObject(conflict);
    const next = await agree(id, '2', { start: at('04-02T00:00:00Z') });
    expect(await notChanged(id, { id: next.id, start, reason: 'Sooner' })).toMatchObject(conflict);
    expect(await listed(id)).toHaveLength(2);
  });

  it('refuses overlapping versions, and names the field', async () => {
    const { id, at } = await contractInItsYear(app());
    await agree(id, '1', { start: at('04-01T00:00:00Z'), end: at('05-01T00:00:00Z') });
    const overlap = (start: string, end: string | null) => refused(id, '2', { start: at(start), end: end && at(end) });
    const conflicting = { code: 409, reason: 'TERM_CONFLICT' };
    expect(await overlap('04-30T23:59:59Z', null)).toMatchObject({ ...conflicting, metadata: { field: 'start' } });
    expect(await overlap('03-01T00:00:00Z', '04-01T00:00:01Z')).toMatchObject({
      ...conflicting,
      metadata: { field: 'end' },
    });
    expect(await overlap('03-01T00:00:00Z', null)).toMatchObject({ ...conflicting, metadata: { field: 'end' } });
    expect(await listed(id)).toHaveLength(1);
    await agree(id, '2', { start: at('05-01T00:00:00Z') });
  });

  it('begins neither in the past nor before the contract, and ends after it begins', async () => {
    const { id, at } = await contractInItsYear(app());
    const past = { code: 409, reason: 'TERM_PASSED', metadata: { field: 'start' } };
    expect(await refused(id, '1', { start: at('02-02T09:59:59Z') })).toMatchObject(past);
    const end = at('02-03T00:00:00Z');
    expect(await refused(id, '1', { start: end, end })).toMatchObject({ code: 400, metadata: { field: 'end' } });
    const { id: later } = await contract(app(), { signDate: at('06-01T00:00:00Z') });
    expect(await refused(later, '1', { start: at('05-31T23:59:59Z') })).toMatchObject({
      code: 409,
      reason: 'MONTH_BEFORE_CONTRACT',
      metadata: { field: 'start' },
    });
    expect((await agree(later, '1')).start).toBe(at('06-01T00:00:00.000Z'));
    expect(await listed(id)).toEqual([]);
  });

  it('is in the contract’s currency', async () => {
    const { id } = await contractInItsYear(app());
    expect(await refused(id, '1', { currency: 'CNY' })).toMatchObject({
      code: 409,
      reason: 'CURRENCY_CONFLICT',
      metadata: { field: 'currency' },
    });
    expect(await refused(id, '1', { currency: 'EUR' })).toMatchObject({ code: 400, metadata: { field: 'currency' } });
  });

  it.each(['-1', '1e3', '1.123456789', '1,000', 'NaN', 100, '100000000000000', ''])('refuses %j', async (amount) => {
    const { id } = await contractInItsYear(app());
    expect(await refused(id, '1', { amount })).toMatchObject({ code: 400, metadata: { field: 'amount' } });
  });

  it('needs a reason', async () => {
    const { id } = await contractInItsYear(app());
    expect(await refused(id, '1', { reason: undefined })).toMatchObject({ code: 400, metadata: { field: 'reason' } });
  });

  it('is created once by two concurrent calls', async () => {
    const { id, at } = await contractInItsYear(app());
    const both = await Promise.allSettled(
      ['1', '2'].map((amount) => agree(id, amount, { start: at('07-01T00:00:00Z') })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed(id)).toHaveLength(1);
  });
});

describe('a version that has begun', () => {
  it('can change only its end, to a future time', async () => {
    const { id, at } = await contractInItsYear(app());
    const made = await agree(id, '100');
    app().clock.moveTo(at('03-01T00:00:00Z'));
    const passed = (field: string) => ({ code: 409, reason: 'TERM_PASSED', metadata: { field } });
    const why = { id: made.id, reason: 'Else' };
    expect(await notChanged(id, { ...why, amount: '90' })).toMatchObject(passed('amount'));
    expect(await notChanged(id, { ...why, start: at('04-01T00:00:00Z') })).toMatchObject(passed('start'));
    expect(await notChanged(id, { ...why, end: at('02-28T00:00:00Z') })).toMatchObject(passed('end'));
    expect(await internalCaller(app()).refusal(creditLimits.delete, gone(id, [made.id]))).toMatchObject(passed('ids'));
    const ended = await change(id, { ...why, amount: '100', end: at('03-02T00:00:00Z') });
    expect(ended).toMatchObject({ end: at('03-02T00:00:00.000Z'), reason: 'Else' });
    app().clock.moveTo(at('03-03T00:00:00Z'));
    expect(await notChanged(id, { ...why, end: null })).toMatchObject(passed('end'));
    expect(await listed(id)).toEqual([[100, '02-02T10:00', '03-02T00:00']]);
  });

  it('cannot be changed through another contract, and deletions happen all or none', async () => {
    const [one, other] = [await contractInItsYear(app()), await contract(app())];
    const made = await agree(one.id, '100', { start: one.at('04-01T00:00:00Z') });
    const missing = { code: 404, reason: 'TERM_NOT_FOUND' };
    expect(await notChanged(other.id, { id: made.id, reason: 'Else', amount: '1' })).toMatchObject(missing);
    const ids = [made.id, 'cl-aaaaaaaa'];
    expect(await internalCaller(app()).refusal(creditLimits.delete, gone(one.id, ids))).toMatchObject(missing);
    expect(await listed(one.id)).toHaveLength(1);
  });
});
