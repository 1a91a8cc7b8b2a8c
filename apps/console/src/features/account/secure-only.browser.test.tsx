import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { SecureOnly } from './secure-only.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  setLocale('en');
});

const begun = vi.fn();

/** A form that sends a request as soon as it is mounted. */
function Form() {
  begun();
  return <input aria-label="Password" type="password" />;
}

const show = () =>
  render(
    <SecureOnly>
      <Form />
    </SecureOnly>,
  );

it.each([
  [
    'en',
    'This page was loaded over plain http, where you cannot stay signed in. Open it over https, or as localhost on this machine.',
  ],
  ['zh', '此页面通过未加密的 http 打开，浏览器无法保持登录状态。请改用 https 访问，或在本机通过 localhost 打开。'],
] as const)('shows a notice instead of the form over plain http, in %s', async (locale, told) => {
  vi.stubGlobal('isSecureContext', false);
  setLocale(locale);
  show();
  await expect.element(page.getByRole('alert')).toHaveTextContent(told);
  expect(document.querySelector('input')).toBeNull();
  expect(begun).not.toHaveBeenCalled();
});

it('shows the form without a notice over https and at localhost', async () => {
  show();
  await expect.element(page.getByLabelText('Password')).toBeVisible();
  expect(document.querySelector('[role=alert]')).toBeNull();
});
