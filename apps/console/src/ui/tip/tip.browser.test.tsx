import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { GuardedButton } from './guarded-button.tsx';
import { Tip } from './tip.tsx';

const target = page.getByRole('button', { name: 'Refresh' });
const tip = page.getByRole('tooltip');

it('shows above the hovered element until the pointer leaves', async () => {
  render(
    <>
      <div style={{ height: 80 }} />
      <Tip label="Loads it again">
        <button type="button">Refresh</button>
      </Tip>
    </>,
  );
  await userEvent.hover(target);
  await expect.element(tip).toHaveTextContent('Loads it again');
  expect(tip.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    target.element().getBoundingClientRect().top,
  );
  await expect.element(target).toHaveAttribute('aria-describedby', tip.element().id);
  await userEvent.unhover(target);
  await expect.element(tip).not.toBeInTheDocument();
});

it('shows on keyboard focus too, and Escape hides it', async () => {
  render(
    <Tip label="Loads it again">
      <button type="button">Refresh</button>
    </Tip>,
  );
  await expect.element(target).toBeVisible();
  await userEvent.tab();
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip).not.toBeInTheDocument();
  await expect.element(target).toHaveFocus();
});

it('does not show while it is disabled', async () => {
  render(
    <Tip label="Loads it again" disabled opened>
      <button type="button">Refresh</button>
    </Tip>,
  );
  await userEvent.hover(target);
  await expect.element(tip).not.toBeInTheDocument();
});

it('computes its text only when shown', async () => {
  const label = vi.fn(() => 'Nov 2, 2026, 09:00 UTC');
  render(
    <Tip label={label}>
      <button type="button">Refresh</button>
    </Tip>,
  );
  await expect.element(target).toBeVisible();
  expect(label).not.toHaveBeenCalled();
  await userEvent.hover(target);
  await expect.element(tip).toHaveTextContent('Nov 2, 2026, 09:00 UTC');
});

it('tells a finger why a button is off, from its press on that button to the next one elsewhere', async () => {
  const press = vi.fn();
  render(
    <>
      <GuardedButton whyNot="Confirm it first" onClick={press}>
        Download
      </GuardedButton>
      <p>Elsewhere</p>
    </>,
  );
  const off = page.getByRole('button', { name: 'Download' });
  await expect.element(off).toBeVisible();
  off.element().dispatchEvent(new PointerEvent('pointerover', { pointerType: 'touch', bubbles: true }));
  (off.element() as HTMLElement).click();
  await expect.element(tip).toHaveTextContent('Confirm it first');
  expect(press).not.toHaveBeenCalled();
  page
    .getByText('Elsewhere')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.element(tip).not.toBeInTheDocument();
});
