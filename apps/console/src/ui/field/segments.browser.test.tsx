import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { Segments } from './segments.tsx';

function View() {
  const [value, setValue] = useState<'tiles' | 'table'>('tiles');
  const options = [
    { value: 'tiles', label: 'Tiles' },
    { value: 'table', label: 'Table' },
  ] as const;
  return <Segments label="View" options={options} value={value} onChange={setValue} />;
}

const segment = (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name });

it('is one stop for the keyboard, and the arrow keys choose', async () => {
  render(<View />);
  await expect.element(segment('Tiles')).toBeChecked();
  await userEvent.tab();
  await expect.element(segment('Tiles')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(segment('Table')).toBeChecked();
  await expect.element(segment('Table')).toHaveFocus();
});

it('is chosen by a press on its word', async () => {
  render(<View />);
  await userEvent.click(page.getByText('Table'));
  await expect.element(segment('Table')).toBeChecked();
  await expect.element(segment('Tiles')).not.toBeChecked();
});
