import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { NewPasswordField } from './new-password-field.tsx';

afterEach(() => setLocale('en'));

it.each([
  ['a', 'weak'],
  ['abcdefgh', 'weak'],
  ['abcdefg1', 'medium'],
  ['abcdef1!', 'strong'],
])('rates %s as %s', async (password, level) => {
  render(<NewPasswordField label="Password" value={password} />);
  await expect.element(page.getByRole('status')).toHaveTextContent(`Password strength: ${level}`);
});

it('shows the strength in the reader’s language, and nothing without a password', async () => {
  setLocale('zh');
  render(
    <>
      <NewPasswordField label="one" value="" />
      <NewPasswordField label="other" value="abcdef1!" />
    </>,
  );
  await expect.element(page.getByText('密码强度：强')).toBeVisible();
  expect(document.body.textContent?.match(/密码强度/g)).toHaveLength(1);
});
