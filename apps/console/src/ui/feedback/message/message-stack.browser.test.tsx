import { notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { MessageStack } from './message-stack.late.tsx';
import { notify } from './notify.tsx';

afterEach(async () => {
  notifications.clean();
  await page.viewport(1280, 800);
});

it.each([1280, 390])('covers nothing of the header with a message, at %d pixels', async (width) => {
  await page.viewport(width, 800);
  render(<MessageStack />);
  notify.success('You are signed in.');
  await expect.element(page.getByText('You are signed in.')).toBeVisible();
  const header = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--u-header-height'));
  expect(header).toBeGreaterThan(0);
  const message = () => page.getByRole('alert').element().getBoundingClientRect().top;
  await expect.poll(message).toBeGreaterThanOrEqual(header);
});
