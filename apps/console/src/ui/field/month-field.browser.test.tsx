import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { MonthField, MonthRangeField } from './month-field.tsx';

function Month({ first }: { first: string | null }) {
  const [value, setValue] = useState(first);
  return <MonthField label="Month" value={value} onChange={setValue} />;
}

const field = page.getByRole('button', { name: 'Month', exact: true });

it('opens by keyboard, has the focus inside, and Escape closes it', async () => {
  render(<Month first="2026-03" />);
  await expect.element(field).toHaveTextContent('2026-03');
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

it('takes the month that is pressed', async () => {
  render(<Month first="2026-03" />);
  await userEvent.click(field);
  await userEvent.click(page.getByRole('button', { name: 'May' }));
  await expect.element(field).toHaveTextContent('2026-05');
});

it('is cleared before its calendar has come', async () => {
  render(<Month first="2026-03" />);
  await userEvent.click(page.getByRole('button', { name: 'Clear Month' }));
  await expect.element(field).toHaveTextContent('Any month');
});

it('says the same of two months before and after its calendar has come', async () => {
  render(<MonthRangeField label="Months" value={['2026-01', null]} onChange={() => undefined} />);
  const range = page.getByRole('button', { name: 'Months', exact: true });
  await expect.element(range).toBeVisible();
  const before = range.element().textContent;
  await userEvent.click(range);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(range.element().textContent).toBe(before);
});
