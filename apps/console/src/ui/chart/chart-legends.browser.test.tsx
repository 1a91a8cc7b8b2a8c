import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { CumulativeLine } from './cumulative-line.tsx';
import { Donut } from './donut.tsx';

const key = (name: string) => page.getByRole('button', { name, exact: true });

async function pressWithShift(...names: string[]) {
  await userEvent.keyboard('{Shift>}');
  for (const name of names) await userEvent.click(key(name));
  await userEvent.keyboard('{/Shift}');
}

const parts = [
  { id: 'product:a', name: 'Compute', amount: '60' },
  { id: 'product:b', name: 'Storage', amount: '30' },
  { id: 'product:c', name: 'Network', amount: '10' },
] as const;
const shares = () => [...document.querySelectorAll('tbody td:nth-child(2)')].map((cell) => cell.textContent);
const slices = () => document.querySelectorAll('svg[role=img] g').length;

describe('Donut', () => {
  it('shows the parts chosen with Shift, and their shares of one another', async () => {
    render(<Donut title="By product" parts={parts} currency="USD" partsLabel="Product" />);
    await expect.poll(shares).toEqual(['60.0%', '30.0%', '10.0%']);
    await pressWithShift('Storage', 'Network');
    await expect.poll(shares).toEqual(['', '75.0%', '25.0%']);
    expect(slices()).toBe(2);
    await userEvent.click(key('Compute'));
    await expect.poll(shares).toEqual(['100.0%', '', '']);
    await userEvent.click(key('All'));
    await expect.poll(shares).toEqual(['60.0%', '30.0%', '10.0%']);
  });

  it('narrows the page with a press alone, and not with Shift', async () => {
    const onDrill = vi.fn();
    render(<Donut title="By product" parts={parts} currency="USD" partsLabel="Product" onDrill={onDrill} />);
    await pressWithShift('Storage', 'Network');
    await expect.poll(shares).toEqual(['', '75.0%', '25.0%']);
    expect(onDrill).not.toHaveBeenCalled();
    await userEvent.click(key('Storage'));
    expect(onDrill.mock.calls).toEqual([['product:b']]);
  });
});

describe('CumulativeLine with a forecast', () => {
  const points = ['Oct 1', 'Oct 2', 'Oct 3'].map((label) => ({ key: label, label }));
  const forecast = [
    { at: 1, expected: '20', low: '20', high: '20' },
    { at: 2, expected: '30', low: '26', high: '35' },
  ];
  beforeEach(() =>
    render(
      <CumulativeLine
        title="Added up"
        summary=""
        pointsLabel="Day"
        points={points}
        values={['10', '20']}
        forecast={forecast}
        currency="USD"
      />,
    ),
  );

  it('tells the expected amount and its band at the cursor and in the table', async () => {
    await expect.element(page.getByRole('application', { name: 'Added up' })).toBeVisible();
    page.getByRole('application', { name: 'Added up' }).element().focus();
    await userEvent.keyboard('{End}');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Oct 3, Expected: $30.00, between $26.00 and $35.00 in 4 of 5 cases');
    await userEvent.click(page.getByText('View as table'));
    const cells = [...document.querySelectorAll('tbody tr:last-child td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['–', '$30.00', '$26.00', '$35.00']);
  });
});

describe('CumulativeLine', () => {
  beforeEach(() =>
    render(
      <CumulativeLine
        title="Added up"
        summary=""
        pointsLabel="Day"
        points={[
          { key: '1', label: 'Oct 1' },
          { key: '2', label: 'Oct 2' },
        ]}
        values={['10', '20']}
        previous={['5', '9']}
        currency="USD"
      />,
    ),
  );
  const readout = async () => {
    page.getByRole('application', { name: 'Added up' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
  };

  it('shows one line alone, and several with Shift', async () => {
    await userEvent.click(key('Previous period'));
    await expect.element(key('Previous period')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(key('So far')).toHaveAttribute('data-off');
    await pressWithShift('So far');
    await expect.element(key('So far')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(key('Previous period')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(key('Previous period'));
    await readout();
    await expect.element(page.getByRole('status')).toHaveTextContent('Oct 1, Previous period: $5.00');
  });
});
