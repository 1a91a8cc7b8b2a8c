import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { MonthField, MonthRangeField } from './month-field.tsx';

function Month({ first }: { first: string | null }) {
  const [value, setValue] = useState(first);
  return <MonthField label="Month" value={value} onChange={setValue} />;
}

function Range() {
  const [value, setValue] = useState<[string | null, string | null]>(['2026-01', '2026-02']);
  return <MonthRangeField label="Months" value={value} onChange={setValue} />;
}

const field = page.getByRole('button', { name: 'Month', exact: true });

it('opens by keyboard, has the focus inside, and Escape closes it', async () => {
  render(<Month first="2026-03" />);
  await expect.element(field).toHaveTextContent('Mar 2026');
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
  await expect.element(field).toHaveTextContent('May 2026');
});

it('is cleared without being opened', async () => {
  render(<Month first="2026-03" />);
  await userEvent.click(page.getByRole('button', { name: 'Clear Month' }));
  await expect.element(field).toHaveTextContent('Any month');
  await expect.element(field).toHaveFocus();
});

it('behaves the same for a range of months', async () => {
  render(<MonthRangeField label="Months" value={['2026-01', null]} onChange={() => undefined} />);
  const range = page.getByRole('button', { name: 'Months', exact: true });
  await expect.element(range).toBeVisible();
  const before = range.element().textContent;
  await userEvent.click(range);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(range.element().textContent).toBe(before);
});

it('moves by the arrow keys, from one year into the next', async () => {
  render(<Month first="2026-11" />);
  await userEvent.click(field);
  await expect.element(page.getByRole('button', { name: 'Nov', pressed: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  await expect.element(page.getByRole('group', { name: '2027' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('Apr 2027');
  await expect.element(field).toHaveFocus();
});

it('takes two months in either order, and stays open between them', async () => {
  render(<Range />);
  const range = page.getByRole('button', { name: 'Months', exact: true });
  await userEvent.click(range);
  await userEvent.click(page.getByRole('button', { name: 'Jul' }));
  await expect.element(range).toHaveTextContent('Jul 2026 –');
  await userEvent.click(page.getByRole('button', { name: 'May' }));
  await expect.element(range).toHaveTextContent('May 2026 – Jul 2026');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('keeps the keyboard inside while it is open, and a press elsewhere closes it', async () => {
  render(
    <>
      <p>Elsewhere</p>
      <Month first="2026-03" />
    </>,
  );
  await userEvent.click(field);
  const dialog = page.getByRole('dialog', { name: 'Month' });
  await expect.element(dialog).toBeVisible();
  for (let stop = 0; stop < 4; stop += 1) {
    await userEvent.tab();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.click(page.getByText('Elsewhere'));
  await expect.element(dialog).not.toBeInTheDocument();
});

it('says months in words, and the only month of a range once', async () => {
  render(<MonthRangeField label="Months" value={['2026-11', '2026-11']} onChange={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Months', exact: true })).toHaveTextContent('Nov 2026');
});
