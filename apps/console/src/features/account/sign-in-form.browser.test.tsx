import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { SignInForm } from './sign-in-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  setLocale('en');
});

const onEmail = vi.fn<(email: string) => void>();
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInForm onEmail={onEmail} forgot={<a href="/forgot">Forgot?</a>} onSignedIn={vi.fn()} />
    </QueryClientProvider>,
  );

describe('signing in over plain http', () => {
  it.each([
    ['en', /over https/],
    ['zh', /https 访问/],
  ] as const)('shows that it cannot work, and asks for no password, in %s', async (locale, told) => {
    vi.stubGlobal('isSecureContext', false);
    setLocale(locale);
    show();
    const alert = page.getByRole('alert');
    await expect.element(alert).toBeVisible();
    expect(alert.element().textContent).toMatch(told);
    expect(document.querySelector('input')).toBeNull();
  });

  it('works as usual at localhost', async () => {
    show();
    await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});

it('shows which of its fields has the focus', async () => {
  show();
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  const ringed = () =>
    [...document.querySelectorAll('form .mantine-Input-input')].filter((box) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(box);
      return outlineStyle === 'solid' && outlineWidth === '2px';
    });
  expect(ringed().map((box) => box.contains(page.getByLabelText('Email').element()))).toEqual([true]);
  await userEvent.keyboard('{Tab}');
  const password = page.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  expect(ringed().map((box) => box.contains(password.element()))).toEqual([true]);
});

it('tabs from the e-mail to the password, and only then to the link for a forgotten one', async () => {
  show();
  await userEvent.keyboard('ada@example.com{Tab}');
  expect(onEmail).toHaveBeenLastCalledWith('ada@example.com');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  const forgot = page.getByRole('link', { name: 'Forgot?' }).element();
  const password = page.getByLabelText('Password', { exact: true }).element();
  expect(password.compareDocumentPosition(forgot) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(forgot.getBoundingClientRect().bottom).toBeLessThanOrEqual(password.getBoundingClientRect().top);
});

it('outlines a refused field', async () => {
  show();
  const lineOf = () => getComputedStyle(page.getByLabelText('Email').element()).borderColor;
  await userEvent.keyboard('{Tab}');
  const before = lineOf();
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByText('The email is required')).toBeVisible();
  await userEvent.click(page.getByLabelText('Password', { exact: true }));
  await expect.poll(lineOf).not.toBe(before);
});
