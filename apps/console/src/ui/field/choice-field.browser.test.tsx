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
      clearLabel="Clear fruit"
    />
  );
}

function Town() {
  const [value, setValue] = useState<string | null>('North 1');
  const options = ['North', 'South'].flatMap((group) =>
    Array.from({ length: 5 }, (_, index) => ({ value: `${group} ${index}`, label: `${group} ${index}`, group })),
  );
  return <ChoiceField label="Town" options={options} value={value} onChange={setValue} />;
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

it('announces the choice, and can be cleared', async () => {
  render(<Fruit />);
  await expect.element(field).toHaveValue('Apple');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(page.getByRole('button', { name: 'Clear fruit' }));
  await expect.element(field).toHaveValue('');
});

it('opens at the first press, and takes the option pressed next', async () => {
  render(<Fruit />);
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'Banana' }));
  await expect.element(field).toHaveValue('Banana');
});

it('moves from the choice by arrow keys, and to an option by its first letter', async () => {
  render(<Fruit />);
  await expect.element(field).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('Banana');
  await userEvent.keyboard('a');
  const apple = page.getByRole('option', { name: 'Apple' });
  await expect.element(field).toHaveAttribute('aria-activedescendant', apple.element().id);
  await userEvent.keyboard(' ');
  await expect.element(field).toHaveValue('Apple');
  await expect.element(apple).not.toBeInTheDocument();
});

it('keeps its value when it is chosen again, and closes on Tab', async () => {
  render(<Fruit />);
  await userEvent.click(field);
  await userEvent.click(page.getByRole('option', { name: 'Apple' }));
  await expect.element(field).toHaveValue('Apple');
  await userEvent.click(field);
  await userEvent.tab();
  await expect.element(page.getByRole('option', { name: 'Banana' })).not.toBeInTheDocument();
});

it('narrows many options by the typed text, under their headings', async () => {
  render(<Town />);
  const town = page.getByRole('combobox', { name: 'Town' });
  await userEvent.click(town);
  await expect.element(page.getByRole('group', { name: 'North' })).toBeVisible();
  await userEvent.keyboard('south 2');
  await expect.element(page.getByRole('group', { name: 'North' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(town).toHaveValue('South 2');
});

it('shows the choice again if no option was taken', async () => {
  render(<Town />);
  const town = page.getByRole('combobox', { name: 'Town' });
  await userEvent.click(town);
  await userEvent.keyboard('nowhere');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(town).toHaveValue('North 1');
});

function Berry() {
  const [value, setValue] = useState<string | null>(null);
  const options = [
    { value: 'c', label: 'Cranberry (sold out)', isOff: true },
    { value: 'r', label: 'Raspberry' },
  ];
  return <ChoiceField label="Berry" options={options} value={value} onChange={setValue} />;
}

it('shows a disabled option that neither pointer nor keyboard can choose', async () => {
  render(<Berry />);
  const berry = page.getByRole('combobox', { name: 'Berry' });
  await userEvent.click(berry);
  const off = page.getByRole('option', { name: 'Cranberry (sold out)' });
  await expect.element(off).toHaveAttribute('aria-disabled', 'true');
  (off.element() as HTMLElement).click();
  await expect.element(berry).toHaveValue('');
  await userEvent.keyboard('c{ArrowDown}{Enter}');
  await expect.element(berry).toHaveValue('Raspberry');
});
