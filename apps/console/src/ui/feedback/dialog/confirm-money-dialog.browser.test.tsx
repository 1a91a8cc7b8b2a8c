import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { InstantText } from '../../cell/date-text.tsx';
import { IdText } from '../../cell/id-text.tsx';
import { ConfirmMoneyDialog } from './confirm-money-dialog.tsx';

function open(onConfirm: (key: string) => Promise<unknown>, onClose = vi.fn()) {
  render(
    <ConfirmMoneyDialog
      opened
      onClose={onClose}
      title="Confirm statement"
      amount="$9,214.21"
      effect="The amount is deducted."
      facts={[
        ['Contract', 'Acme'],
        ['Payment date', 'Dec 7, 2026'],
      ]}
      confirmLabel="Confirm"
      onConfirm={onConfirm}
    />,
  );
  return onClose;
}

afterEach(() => page.viewport(1280, 800));

describe('the dialog before money moves', () => {
  it('shows amount, contract, effect and date, and focuses Cancel', async () => {
    open(vi.fn());
    const dialog = page.getByRole('dialog', { name: 'Confirm statement' });
    for (const words of ['$9,214.21', 'Acme', 'The amount is deducted.', 'Dec 7, 2026']) {
      await expect.element(dialog.getByText(words)).toBeVisible();
    }
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('keeps every value inside on 320 pixels', async () => {
    await page.viewport(320, 800);
    const id = 'po-jo7s424fiifmpv7b';
    render(
      <ConfirmMoneyDialog
        opened
        onClose={vi.fn()}
        title="Accept this private offer?"
        effect="Usage is charged at its prices."
        facts={[
          ['Confirmation deadline', <InstantText key="at" at="2026-12-12T00:00:00Z" zone="Asia/Shanghai" />],
          ['In place of', <IdText key="id" id={id} longest={40} />],
        ]}
        confirmLabel="Accept"
        onConfirm={vi.fn()}
      />,
    );
    const dialog = page.getByRole('dialog', { name: 'Accept this private offer?' });
    const right = (place: ReturnType<typeof page.getByText>) => place.element().getBoundingClientRect().right;
    for (const value of ['Dec 12, 2026, 08:00 UTC+8', id]) {
      await expect.element(dialog.getByText(value)).toBeVisible();
      expect(right(dialog.getByText(value))).toBeLessThanOrEqual(right(dialog.getByRole('button', { name: 'Accept' })));
    }
  });

  it('submits once, however fast a user presses', async () => {
    const confirm = vi.fn(() => new Promise(() => undefined));
    open(confirm);
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const button = page.getByRole('button', { name: 'Confirm' }).element() as HTMLButtonElement;
    button.click();
    button.click();
    await expect.element(page.getByRole('button', { name: 'Confirm…' })).toBeVisible();
    button.click();
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('tries again under the same key after a failure, so that the money moves once', async () => {
    const confirm = vi.fn<(key: string) => Promise<unknown>>();
    confirm.mockRejectedValueOnce(new Error('line down')).mockResolvedValueOnce(undefined);
    const onClose = open(confirm);
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await expect.element(page.getByRole('alert').getByText('Confirm: this did not go through')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(confirm.mock.calls[0]).toEqual(confirm.mock.calls[1]);
  });
});
