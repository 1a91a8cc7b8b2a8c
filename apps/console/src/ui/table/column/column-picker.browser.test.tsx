import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { ColumnPicker } from './column-picker.tsx';

it('opens by keyboard, has the focus inside, and Escape returns it', async () => {
  render(
    <ColumnPicker
      columns={[{ id: 'month', header: 'Month' }]}
      preferences={{ order: ['month'], hidden: [] }}
      isDefault
      onChange={() => undefined}
      onReset={() => undefined}
    />,
  );
  const button = page.getByRole('button', { name: 'Columns' });
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
