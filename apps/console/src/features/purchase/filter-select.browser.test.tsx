import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { FilterSelect } from './filter-select.tsx';

function Clouds() {
  const [chosen, setChosen] = useState<string[]>(['gone']);
  const options = [
    { value: 'aws', label: 'AWS' },
    { value: 'azure', label: 'Azure' },
  ];
  return <FilterSelect label="Cloud" options={options} chosen={chosen} onChange={setChosen} />;
}

const field = page.getByRole('combobox', { name: 'Cloud' });

it('opens by keyboard with the focus where one types, and Escape closes it', async () => {
  render(<Clouds />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Azure' })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option', { name: 'Azure' })).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

it('narrows the list by what is typed at once', async () => {
  render(<Clouds />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('azu');
  await expect.element(page.getByRole('option', { name: 'Azure' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'AWS' })).not.toBeInTheDocument();
});

it('opens when pressed, and counts what is chosen', async () => {
  render(<Clouds />);
  await expect.element(field).toHaveAttribute('placeholder', '1 selected');
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'AWS' }));
  await expect.element(field).toHaveAttribute('placeholder', '2 selected');
});
