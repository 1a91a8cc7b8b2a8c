import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { refusal, reply } from '../../testing/stubbed-fetch.ts';
import { profilePage } from './profile.fixture.tsx';

const { box, button, email, fetch, jobID, lastSent, show } = profilePage;

const wrongCode = () =>
  refusal(400, 'INVALID_PARAMETER', 'The verification code is wrong or no longer valid', { field: 'token' });

describe('a new password', () => {
  async function openWithCode() {
    await userEvent.click(button('Change password'));
    fetch.mockImplementation(() => reply({ jobID }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in/)).toBeVisible();
    expect(lastSent().url).toMatch(/purpose=reset$/);
    await userEvent.fill(box('Verification code'), '123456');
  }
  const save = () => userEvent.click(button('Set a new password'));

  it('is set, and about a second later the reader is signed out', async () => {
    const onSignOut = vi.fn();
    show({ onSignOut });
    await openWithCode();
    await userEvent.fill(box('New password'), 'Correct-horse-8');
    await expect.element(page.getByText('Password strength: strong')).toBeVisible();
    await userEvent.fill(box('Confirm password'), 'Correct-horse-8');
    fetch.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
    await save();
    await vi.waitFor(() => expect(onSignOut).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    expect(lastSent().body).toEqual({
      email,
      password: 'Correct-horse-8',
      token: '123456',
      authJobID: jobID,
    });
  });

  it.each([
    ['en', "The Password you entered doesn't match."],
    ['zh', '两次输入的密码不一致。'],
  ] as const)('must be entered twice, in %s', async (locale, told) => {
    setLocale(locale);
    show();
    const [change, first, second, set] =
      locale === 'en'
        ? ['Change password', 'New password', 'Confirm password', 'Set a new password']
        : ['更改密码', '新密码', '确认密码', '设置新密码'];
    await userEvent.click(button(change));
    await userEvent.fill(box(first), 'Correct-horse-8');
    await userEvent.fill(box(second), 'Correct-horse-9');
    await userEvent.click(button(set));
    await expect.element(page.getByText(told)).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('requires the code and both passwords', async () => {
    show();
    await userEvent.click(button('Change password'));
    await save();
    await expect.element(box('Verification code')).toHaveAccessibleDescription('The verification code is required');
    for (const field of ['New password', 'Confirm password'])
      await expect.element(box(field)).toHaveAccessibleDescription(/The password is required/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('marks a wrong code at its field', async () => {
    show();
    await openWithCode();
    await userEvent.fill(box('New password'), 'Correct-horse-8');
    await userEvent.fill(box('Confirm password'), 'Correct-horse-8');
    fetch.mockImplementation(wrongCode);
    await save();
    await expect.element(box('Verification code')).toHaveFocus();
    await expect
      .element(box('Verification code'))
      .toHaveAccessibleDescription(/The verification code is wrong or no longer valid/);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
