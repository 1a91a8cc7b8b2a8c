import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { RateText } from './rate-text.tsx';

it('says what is paid, and what is taken off when pointed at', async () => {
  render(<RateText rate="0.92" />);
  const text = page.getByText('pay 92%', { exact: true });
  await expect.element(text).toHaveAttribute('title', '−8%: list price × 0.92');
});

it('shows the full price as a dash', async () => {
  render(
    <p data-testid="cell">
      <RateText rate="1" />
    </p>,
  );
  await expect.element(page.getByTestId('cell')).toHaveTextContent('-');
});
