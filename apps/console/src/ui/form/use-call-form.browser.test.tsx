import { TextInput } from '@mantine/core';
import { loginBody } from '@usance/api/people/account';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { useCallForm } from './use-call-form.ts';

function Stage({ send }: { send: (values: { identifier: string; password: string }) => void }) {
  const { form, submit } = useCallForm({
    body: loginBody,
    initialValues: { identifier: 'ada@usance.dev', password: '' },
  });
  return (
    <form noValidate onSubmit={submit(send)}>
      <TextInput label="Email" {...form.getInputProps('identifier')} />
      <TextInput label="Password" {...form.getInputProps('password')} />
      <button type="submit">Send</button>
    </form>
  );
}

const password = page.getByRole('textbox', { name: 'Password' });
afterEach(() => setLocale('en'));

describe('a form over the body of a call', () => {
  it('shows a broken rule, focuses its field, and sends after the correction', async () => {
    const send = vi.fn();
    render(<Stage send={send} />);
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription('The password is required');
    expect(send).not.toHaveBeenCalled();
    await userEvent.fill(password, 'secret');
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    expect(send.mock.calls[0]?.[0]).toEqual({ identifier: 'ada@usance.dev', password: 'secret' });
  });

  it('shows it in the language of the reader', async () => {
    setLocale('zh');
    render(<Stage send={vi.fn()} />);
    await userEvent.click(page.getByRole('button', { name: 'Send' }));
    await expect.element(password).toHaveAccessibleDescription('请输入密码');
  });
});
