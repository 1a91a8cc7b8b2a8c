import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { SignInForm } from './sign-in-form.tsx';

const fetch = stubbedFetch();
const onSignedIn = vi.fn();
beforeEach(() => onSignedIn.mockReset());
afterEach(() => setLocale('en'));

const answers = (body: object) => fetch.mockImplementationOnce(() => reply(body));
const refuses = (code: number, reason: string, metadata: object = {}, message = reason) =>
  fetch.mockImplementationOnce(() => refusal(code, reason, message, metadata));
const sent = () => JSON.parse(String(fetch.mock.lastCall?.[1]?.body));

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const code = page.getByRole('textbox', { name: 'Code of your second factor' });

/** Signs in up to the point where the server asks for a code. */
async function askedForCode() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  );
  await expect.element(email).toBeVisible();
  expect(page.getByText('second factor').query()).toBeNull();
  await userEvent.fill(email, 'ada@example.com');
  await userEvent.fill(password, 'Correct-horse-7');
  refuses(401, 'SECOND_FACTOR_REQUIRED');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveFocus();
}

it('asks for the code in the same form, keeps the entries, and accepts a code with spaces', async () => {
  await askedForCode();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(code.element().getAttribute('autocomplete')).toBe('one-time-code');
  await expect.element(email).toHaveValue('ada@example.com');
  await expect.element(password).toHaveValue('Correct-horse-7');
  await userEvent.type(code, '123 456');
  answers({ id: 'acc-abcdefgh', identifier: 'ada@example.com', traits: {} });
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual({ identifier: 'ada@example.com', password: 'Correct-horse-7', code: '123456' });
});

it('marks a wrong code at its field, and keeps the entries', async () => {
  await askedForCode();
  await userEvent.type(code, '123456');
  refuses(400, 'INVALID_PARAMETER', { field: 'code' }, 'The verification code is wrong or no longer valid');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/wrong or no longer valid/);
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveValue('123456');
  await expect.element(password).toHaveValue('Correct-horse-7');
});

it('requires a code before sending', async () => {
  await askedForCode();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/is required/);
  expect(fetch).toHaveBeenCalledOnce();
});

it('accepts a recovery code instead', async () => {
  await askedForCode();
  await userEvent.click(page.getByRole('button', { name: 'Use a recovery code' }));
  const recovery = page.getByRole('textbox', { name: 'Recovery code' });
  await expect.element(recovery).toHaveFocus();
  await userEvent.type(recovery, 'abcd-efgh-ijkl-mnop');
  answers({ id: 'acc-abcdefgh', identifier: 'ada@example.com', traits: {} });
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(sent().code).toBe('abcd-efgh-ijkl-mnop'));
});

it.each([
  ['en', '40', 'Too many attempts. Please try again in 40 s.'],
  ['zh', '120', '尝试次数过多，请在 2 分钟后重试。'],
] as const)('shows how long to wait after too many tries, in %s', async (locale, retryAfterSeconds, told) => {
  await askedForCode();
  await userEvent.type(code, '123456');
  setLocale(locale);
  refuses(429, 'TOO_MANY_REQUESTS', { retryAfterSeconds });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(told)).toBeVisible();
});

it('asks again for another account', async () => {
  await askedForCode();
  await userEvent.type(email, 'x');
  await expect.element(code).not.toBeInTheDocument();
});
