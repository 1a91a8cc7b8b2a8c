import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { PasskeyButton } from '../account/passkey-button.tsx';
import { PasskeyCard } from './passkey-card.tsx';

const ceremony = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ceremony);

const bytes = 'A'.repeat(32);
const made = {
  id: bytes,
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, attestationObject: bytes, transports: ['internal'] },
};
const signed = {
  id: bytes,
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
};
const creation = {
  challenge: bytes,
  rp: { id: 'localhost', name: 'Usance' },
  user: { id: bytes, name: 'ada@example.com', displayName: 'ada@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
const request = { challenge: bytes, rpId: 'localhost', timeout: 300_000, userVerification: 'required' };
const id = 'pky-abcdefgh';
const key = (name: string) => ({
  id,
  name,
  gmtCreated: '2026-10-15T12:00:00.000Z',
  gmtLastUsed: null,
});

const { replies, asked } = scriptedServer(2);
beforeEach(() => {
  ceremony.startRegistration.mockReset();
  ceremony.startAuthentication.mockReset();
});

function show(node = <PasskeyCard />) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {node}
    </QueryClientProvider>,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const list = 'GET self-service/passkeys';

it('adds one with a name, and shows if the browser made none', async () => {
  replies.set(list, [
    [200, { items: [] }],
    [200, { items: [key('Laptop')] }],
  ]);
  replies.set('POST passkeys/challenges', [[200, creation]]);
  replies.set('POST self-service/passkeys', [[200, key('Laptop')]]);
  ceremony.startRegistration
    .mockRejectedValueOnce(Object.assign(new Error('given up'), { name: 'NotAllowedError' }))
    .mockRejectedValueOnce(Object.assign(new Error('there'), { name: 'InvalidStateError' }))
    .mockResolvedValueOnce(made);
  show();
  await expect.element(page.getByText('No passkeys')).toBeVisible();
  await userEvent.click(button('Add a passkey'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Laptop');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No passkey was created. Try again.')).toBeVisible();
  await userEvent.click(button('Continue'));
  await expect.element(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await userEvent.click(button('Continue'));
  await expect.element(page.getByRole('listitem').getByText('Laptop')).toBeVisible();
  await expect.element(button('Add a passkey')).toHaveFocus();
  expect(ceremony.startRegistration).toHaveBeenLastCalledWith({ optionsJSON: creation });
  expect(asked.find(({ to }) => to === 'POST self-service/passkeys')?.body).toEqual({
    name: 'Laptop',
    credential: made,
  });
});

it('renames and removes one, even with a long name', async () => {
  const long = 'x'.repeat(60);
  replies.set(list, [
    [200, { items: [key('Old')] }],
    [200, { items: [key(long)] }],
    [200, { items: [] }],
  ]);
  replies.set(`PUT passkeys/${id}`, [[200, key(long)]]);
  replies.set(`DELETE passkeys/${id}`, [[204, {}]]);
  show();
  await userEvent.click(button('Rename Old'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), long);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button(`Remove ${long}`));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await expect.element(page.getByText('No passkeys')).toBeVisible();
  await expect.element(button('Add a passkey')).toHaveFocus();
});

it('signs in without an e-mail, and shows if no passkey was used', async () => {
  replies.set('POST passkey/challenges', [[200, request]]);
  replies.set('POST login/passkey', [[200, { id: 'acc-abcdefgh', identifier: 'ada@example.com', traits: {} }]]);
  ceremony.startAuthentication.mockRejectedValueOnce(new Error('given up')).mockResolvedValueOnce(signed);
  const onSignedIn = vi.fn();
  show(<PasskeyButton onSignedIn={onSignedIn} />);
  await userEvent.click(button('Sign in with a passkey'));
  await expect.element(page.getByText('No passkey was used. Try again, or sign in with your password.')).toBeVisible();
  await userEvent.click(button('Sign in with a passkey'));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(asked.map(({ body }) => body)).toEqual([undefined, undefined, { credential: signed, refresh: false }]);
});

it('is not offered if the browser has no passkeys', async () => {
  vi.stubGlobal('isSecureContext', false);
  replies.set(list, [[200, { items: [] }]]);
  show(
    <>
      <PasskeyCard />
      <PasskeyButton onSignedIn={vi.fn()} />
    </>,
  );
  await expect.element(page.getByText('Passkeys are not available in this browser.')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('asks before Esc drops the name of a new one', async () => {
  replies.set(list, [[200, { items: [] }]]);
  replies.set('POST passkeys/challenges', [[200, creation]]);
  show();
  await userEvent.click(button('Add a passkey'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Laptop');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
});
