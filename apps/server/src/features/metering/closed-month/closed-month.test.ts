import { dueDates } from '@usance/api/due-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pricing, version } from '../price/price.fixture.ts';
import { monthSigned } from './closed-month.fixture.ts';

let app: TestApp;
const { newSku, create, refused } = pricing(() => app);
let contractId: string;
let listed: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ id: contractId } = await contract(app, { signDate: '2026-08-01T00:00:00Z' }));
  listed = await newSku();
  await create(version(listed));
  for (const month of ['2026-08', '2026-09']) await monthSigned(app, contractId, month);
});
afterAll(() => app.close());

const agreed = (fromMonth: string) => ({ params: { id: contractId }, body: { fromMonth, dueDays: 20 } });
const signed = { code: 409, reason: 'MONTH_SIGNED', metadata: { months: '2026-09' } };

describe('after two months are signed', () => {
  it.each(['2026-08', '2026-09'])('nothing that statements stand on begins in %s', async (month) => {
    const begins = { effectiveFrom: `${month}-10T00:00:00Z` };
    expect(await refused(version(listed, { ...begins, contractId }))).toMatchObject(signed);
    expect(await refused(version(await newSku(), begins))).toMatchObject(signed);
    expect(await internalCaller(app).refusal(dueDates.create, agreed(month))).toMatchObject(signed);
  });

  it('all of it begins in the month after them', async () => {
    const begins = { effectiveFrom: '2026-10-01T00:00:00Z' };
    await create(version(await newSku(), { ...begins, contractId }), version(await newSku(), begins));
    expect(await internalCaller(app).call(dueDates.create, agreed('2026-10'))).toMatchObject({ fromMonth: '2026-10' });
  });
});
