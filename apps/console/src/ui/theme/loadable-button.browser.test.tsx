import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';

const send = vi.fn();

/** A form whose submission never ends. */
function Waiting() {
  const [isSent, setSent] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
        setSent(true);
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" loading={isSent}>
        Save
      </Button>
      <Button disabled>Later</Button>
    </form>
  );
}

it('a button keeps the focus while it loads, and takes no second press', async () => {
  render(<Waiting />);
  const save = page.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(page.getByRole('textbox'));
  await userEvent.keyboard('{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
});

it('a button that is disabled for another reason cannot be focused', async () => {
  render(<Waiting />);
  await expect.element(page.getByRole('button', { name: 'Later' })).toBeDisabled();
});
