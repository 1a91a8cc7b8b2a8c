import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
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

it('opens by keyboard with the focus in its input, and closes with Escape', async () => {
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

it('filters the list while typing', async () => {
  render(<Clouds />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('azu');
  await expect.element(page.getByRole('option', { name: 'Azure' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'AWS' })).not.toBeInTheDocument();
});

it('opens when pressed, and counts the chosen values', async () => {
  render(<Clouds />);
  await expect.element(field).toHaveAttribute('placeholder', '1 selected');
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'AWS' }));
  await expect.element(field).toHaveAttribute('placeholder', '2 selected');
});

it('supports arrow keys with their position announced, Enter to choose and Backspace to remove the last', async () => {
  render(<Clouds />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  const azure = page.getByRole('option', { name: 'Azure' });
  await expect.element(field).toHaveAttribute('aria-activedescendant', azure.element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(azure).toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveAttribute('placeholder', '2 selected');
  await userEvent.keyboard('{Backspace}');
  await expect.element(azure).toHaveAttribute('aria-selected', 'false');
});

it('lists a chosen value that the range lacks, so that it can be removed', async () => {
  render(<Clouds />);
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'gone' }));
  await expect.element(field).toHaveAttribute('placeholder', 'All');
});

it('shows that nothing matches, and closes when the focus leaves', async () => {
  render(<Clouds />);
  await userEvent.click(field);
  await userEvent.keyboard('nowhere');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByText('Nothing found')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('');
});
