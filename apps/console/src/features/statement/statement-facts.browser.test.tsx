import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { StatementFacts } from './statement-facts.tsx';

const statement = {
  id: 'stm-aaaa',
  contractId: 'ct-aaaa',
  customerName: 'Northwind Retail Ltd',
  cycleStart: '2026-11-01',
  cycleEnd: '2026-11-30',
  statementDate: '2026-12-02',
  dueDate: '2026-12-07',
  digest: 'digest',
};
const of = (...offers: readonly (string | null)[]) => ({
  ...statement,
  statementData: { skuAndAmounts: offers.map((offerId) => ({ offerId })) },
});

it('names each private offer of its lines once', async () => {
  render(<StatementFacts statement={of('po-aaaa', null, 'po-bbbb', 'po-aaaa')} zone="UTC" />);
  await expect.element(page.getByText('Private offer')).toBeVisible();
  expect(
    page
      .getByText(/^po-/)
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['po-aaaa', 'po-bbbb']);
});

it('mentions no offers if no line has one', async () => {
  render(<StatementFacts statement={of(null)} zone="UTC" />);
  await expect.element(page.getByText('Northwind Retail Ltd')).toBeVisible();
  await expect.element(page.getByText('Private offer')).not.toBeInTheDocument();
});
