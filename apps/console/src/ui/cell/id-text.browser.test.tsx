import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { IdText } from './id-text.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('copies the whole id that it shows shortened, and says so for two seconds', async () => {
  const id = '6404fa8bf0349364ca1be20';
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<IdText id={id} />);
  const button = page.getByRole('button', { name: `Copy ${id}` });
  await expect.element(button).toBeVisible();
  expect(document.body.textContent).not.toContain(id);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The tooltip needs a pointer over the button first.
  button.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }));
  (button.element() as HTMLElement).click();
  await vi.waitFor(() => expect(document.querySelector('[role="tooltip"]')?.textContent).toBe('Copied'));
  expect(copied).toHaveBeenCalledExactlyOnceWith(id);
  vi.advanceTimersByTime(1999);
  expect(document.querySelector('[role="tooltip"]')).not.toBeNull();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => document.querySelector('[role="tooltip"]')).toBeNull();
});
