import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { RefusedSignOn } from './refused-sign-on.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

const fetch = stubbedFetch();
afterEach(async () => {
  setLocale('en');
  await page.viewport(1280, 800);
});

const leaveFor = vi.fn<(url: string) => void>();
const show = (target = '/contracts?checkVersion=true') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <main>
        <SingleSignOn target={target} leaveFor={leaveFor} />
      </main>
    </QueryClientProvider>,
  );
const showRefused = (reason: string) =>
  render(
    <main>
      <RefusedSignOn reason={reason} />
    </main>,
  );
const email = page.getByRole('textbox', { name: 'Work email' });

it('asks for the e-mail, by the keyboard too, and goes to its provider', async () => {
  show();
  await expect.element(page.getByRole('button', { name: 'Use single sign-on' })).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(email).toHaveFocus();
  fetch.mockImplementationOnce(() => reply({ url: 'https://idp.example.com/sso?SAMLRequest=x' }));
  await userEvent.keyboard('ada@example.com{Enter}');
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://idp.example.com/sso?SAMLRequest=x'));
  const asked = new URL(String(fetch.mock.lastCall?.[0]), 'http://localhost').searchParams;
  expect(Object.fromEntries(asked)).toEqual({ identifier: 'ada@example.com', from: '/contracts?checkVersion=true' });
  await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('data-loading');
});

it('reuses an e-mail typed in the other form', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SingleSignOn target="/" email="ada@example.com" leaveFor={leaveFor} />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Use single sign-on' }));
  await expect.element(email).toHaveValue('ada@example.com');
});

it('requires a valid e-mail, and shows a failure without losing it', async () => {
  show();
  await userEvent.click(page.getByRole('button', { name: 'Use single sign-on' }));
  await userEvent.keyboard('ada{Enter}');
  await expect.element(page.getByText('The email is invalid')).toBeVisible();
  fetch.mockImplementationOnce(() => refusal(404, 'SINGLE_SIGN_ON_NOT_FOUND', 'None'));
  await userEvent.fill(email, 'ada@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(email).toHaveAccessibleDescription(/no single sign-on for this email/);
  await expect.element(email).toBeInvalid();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(email).toHaveValue('ada@example.com');
});

it('leaves out a return page that is too long', async () => {
  show(`/${'a'.repeat(2_000)}`);
  await userEvent.click(page.getByRole('button', { name: 'Use single sign-on' }));
  fetch.mockImplementationOnce(() => reply({ url: 'https://idp.example.com/' }));
  await userEvent.keyboard('ada@example.com{Enter}');
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(String(fetch.mock.lastCall?.[0])).not.toContain('from=');
});

describe('a failed single sign-on', () => {
  it.each([
    ['en', 'SINGLE_SIGN_ON_REFUSED', /did not succeed/],
    ['en', 'SINGLE_SIGN_ON_NO_ACCOUNT', /no account for you here/],
    ['en', 'SINGLE_SIGN_ON_SECOND_FACTOR', /second factor/],
    ['en', 'toString', /did not succeed/],
    ['en', 'Call +1 555 0100', /did not succeed/],
    ['zh', 'SINGLE_SIGN_ON_REFUSED', /单点登录未成功/],
    ['zh', 'SINGLE_SIGN_ON_NO_ACCOUNT', /还没有您的账号/],
    ['zh', 'SINGLE_SIGN_ON_SECOND_FACTOR', /两步验证/],
  ] as const)('is shown in %s for the reason %s in the address', async (locale, reason, told) => {
    setLocale(locale);
    showRefused(reason);
    const alert = page.getByRole('alert');
    await expect.element(alert).toBeVisible();
    expect(alert.element().textContent).toMatch(told);
    expect(document.body.textContent).not.toContain(reason);
  });

  it('fits 320 pixels', async () => {
    await page.viewport(320, 800);
    showRefused('SINGLE_SIGN_ON_NO_ACCOUNT');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

it.each([
  ['is not there over plain http', () => show()],
  ['nor is why one did not succeed', () => showRefused('SINGLE_SIGN_ON_REFUSED')],
])('%s', async (_what, showIt) => {
  vi.stubGlobal('isSecureContext', false);
  showIt();
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement();
});
