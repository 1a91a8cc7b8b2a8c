import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { ChoiceField } from '../../field/choice-field.tsx';
import { Segments } from '../../field/segments.tsx';
import { FormModal } from './form-modal.tsx';

type Cloud = 'aws' | 'azure';
const clouds = [
  { value: 'aws', label: 'AWS' },
  { value: 'azure', label: 'Azure' },
] as const;

function Choices() {
  const [cloud, setCloud] = useState<string | null>('aws');
  const [served, setServed] = useState<Cloud>('aws');
  return (
    <>
      <ChoiceField label="Cloud" clearLabel="No cloud" options={clouds} value={cloud} onChange={setCloud} />
      <Segments label="Served by" options={clouds} value={served} onChange={setServed} />
    </>
  );
}

function Stage() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <FormModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="New contract"
        transitionProps={{ duration: 0 }}
      >
        <TextInput label="Name" data-autofocus />
        <Choices />
      </FormModal>
    </>
  );
}

const dialog = page.getByRole('dialog', { name: 'New contract' });
const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
const name = page.getByRole('textbox', { name: 'Name' });

it('closes on Esc while nothing was entered', async () => {
  render(<Stage />);
  await expect.element(name).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('asks on Esc before it discards the input, and keeps it on a second Esc', async () => {
  render(<Stage />);
  await userEvent.fill(name, 'Northwind');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Northwind');
});

it('discards the input after confirmation, and does not ask in the next form', async () => {
  render(<Stage />);
  await userEvent.fill(name, 'Northwind');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(name).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

const cloud = page.getByRole('combobox', { name: 'Cloud' });

it('closes on Esc if a list was opened and the choice not changed', async () => {
  render(<Stage />);
  await userEvent.click(cloud);
  await userEvent.click(page.getByRole('option', { name: 'AWS' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('closes an open list on Esc, and not the dialog around it', async () => {
  render(<Stage />);
  await userEvent.click(cloud);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

it.each([
  ['chosen from a list', [cloud, page.getByRole('option', { name: 'Azure' })]],
  ['taken away', [page.getByRole('button', { name: 'No cloud' })]],
  ['chosen by a radio button', [page.getByRole('radiogroup').getByText('Azure')]],
])('asks on Esc if a value was %s', async (_how, presses) => {
  render(<Stage />);
  for (const press of presses) await userEvent.click(press);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
});
