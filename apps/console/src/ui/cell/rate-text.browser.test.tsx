import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { RateText } from './rate-text.tsx';

afterEach(() => setLocale('en'));

it('shows the share to pay, and the discount on hover', async () => {
  render(<RateText rate="0.92" />);
  const text = page.getByText('pay 92%', { exact: true });
  await expect.element(text).toHaveAttribute('title', '−8%: unit price × 0.92');
});

it.each([
  ['0.92', '9.2 折'],
  ['0.9', '9 折'],
  ['0.05', '0.5 折'],
])('shows the tenths to pay in Chinese: %s', async (rate, text) => {
  setLocale('zh');
  render(<RateText rate={rate} />);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it('shows the full price as a dash', async () => {
  render(
    <p data-testid="cell">
      <RateText rate="1" />
    </p>,
  );
  await expect.element(page.getByTestId('cell')).toHaveTextContent('-');
});
