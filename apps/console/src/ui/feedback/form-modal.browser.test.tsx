import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { FormModal } from './form-modal.tsx';

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

it('asks on Esc before it drops what was entered, and keeps it on a second Esc', async () => {
  render(<Stage />);
  await userEvent.fill(name, 'Northwind');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Northwind');
});

it('drops what was entered once that is confirmed, and asks nothing of the next form', async () => {
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
