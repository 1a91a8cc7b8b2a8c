import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** Presses "Copy rows", and returns the copied cells line by line. */
export async function copiedRows(): Promise<string[][]> {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(page.getByRole('button', { name: 'Copy rows' }));
  const text = await vi.waitUntil(() => copied.mock.lastCall?.[0]);
  copied.mockRestore();
  return text.split('\n').map((line) => line.split('\t'));
}
