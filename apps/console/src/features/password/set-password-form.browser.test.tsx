import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { SetPasswordForm } from './set-password-form.tsx';

const fetch = stubbedFetch();
const jobID = `job-${'a'.repeat(20)}`;
const onSet = vi.fn();
const code = page.getByRole('textbox', { name: 'Verification code' });

/** Shows the page with a typed e-mail. Shown again, it acts like a reload. */
async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <main>
        <SetPasswordForm onSet={onSet} />
      </main>
    </QueryClientProvider>,
  );
  await userEvent.fill(page.getByLabelText(/^Email/).last(), 'ada@example.com');
}

it('a code sent before a reload still counts, and so does its wait', async () => {
  fetch.mockImplementation(() => reply({ jobID }));
  await show();
  await userEvent.click(page.getByRole('button', { name: 'Send code' }));
  await expect.element(page.getByRole('button', { name: /^Again in/ })).toBeVisible();
  await show();
  await expect.element(page.getByRole('button', { name: /^Again in/ }).last()).toBeDisabled();
  await userEvent.fill(code.last(), '123456');
  for (const name of [/^New password/, /^Confirm password/])
    await userEvent.fill(page.getByLabelText(name).last(), 'Kept-by-nobody-1');
  fetch.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
  await userEvent.click(page.getByRole('button', { name: 'Set a new password' }).last());
  await vi.waitFor(() => expect(onSet).toHaveBeenCalledOnce());
  expect(JSON.parse(String(fetch.mock.lastCall?.[1]?.body))).toMatchObject({ authJobID: jobID, token: '123456' });
});

it('a code requested elsewhere shows one wait, and focuses the code field', async () => {
  fetch.mockImplementation(() =>
    refusal(429, 'TOO_MANY_REQUESTS', 'Wait.', { retryAfterSeconds: '42', codeSent: 'true' }),
  );
  await show();
  await userEvent.click(page.getByRole('button', { name: 'Send code' }));
  await expect.element(page.getByRole('button', { name: /^Again in 4[12] s/ })).toBeDisabled();
  await expect.element(page.getByRole('alert').getByText(/^A code was sent there a moment ago/)).toBeVisible();
  expect(page.getByRole('alert').element().textContent).not.toMatch(/\d/);
  await expect.element(code).toHaveFocus();
});
