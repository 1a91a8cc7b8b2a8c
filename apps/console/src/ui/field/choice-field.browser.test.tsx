import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ChoiceField } from './choice-field.tsx';

function Fruit() {
  const [value, setValue] = useState<string | null>('a');
  return (
    <ChoiceField
      label="Fruit"
      options={[
        { value: 'a', label: 'Apple' },
        { value: 'b', label: 'Banana' },
      ]}
      value={value}
      onChange={setValue}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear fruit' }}
    />
  );
}

const field = page.getByRole('combobox', { name: 'Fruit' });

it('opens by keyboard, keeps the focus, and Escape closes it', async () => {
  render(<Fruit />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Banana' })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option', { name: 'Banana' })).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

it('says what is chosen before its list has come, and can be cleared', async () => {
  render(<Fruit />);
  await expect.element(field).toHaveValue('Apple');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(page.getByRole('button', { name: 'Clear fruit' }));
  await expect.element(field).toHaveValue('');
});

it('opens at the first press, and takes what is pressed then', async () => {
  render(<Fruit />);
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'Banana' }));
  await expect.element(field).toHaveValue('Banana');
});
