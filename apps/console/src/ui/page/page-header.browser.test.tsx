import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ConfirmMoneyDialog } from '../feedback/dialog/confirm-money-dialog.tsx';
import { PageHeader } from './page-header.tsx';
import { Tile, Tiles } from './tile.tsx';

afterEach(() => page.viewport(1280, 800));

it('fits 320 pixels with a name of 64 characters, like a tile and the dialog before money moves', async () => {
  await page.viewport(320, 800);
  const name = 'n'.repeat(64);
  render(
    <>
      <PageHeader title={name} lead={name} />
      <Tiles>
        <Tile id="1" name={name} status={null} facts={[{ name: 'Contract', value: name }]}>
          {null}
        </Tile>
      </Tiles>
      <ConfirmMoneyDialog
        opened
        onClose={() => undefined}
        title="Approve"
        amount="$1.00"
        effect={name}
        facts={[
          ['Contract', name],
          ['Payment date', 'Dec 7, 2026'],
        ]}
        confirmLabel="Approve"
        onConfirm={() => Promise.resolve()}
      />
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  const dialog = page.getByRole('dialog').element();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
});
