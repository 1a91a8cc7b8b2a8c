import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { type ScriptedReply, scriptedServer } from '../../testing/scripted-server.ts';
import { accountQueries } from '../account/account.queries.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

const identity = { id: 'acc-abcdefgh', identifier: 'ada@example.com', traits: {} };
const off = { isEnabled: false, recoveryCodesLeft: 0, gmtEnabled: null };
const on = { isEnabled: true, recoveryCodesLeft: 2, gmtEnabled: '2026-10-15T12:00:00.000Z' };
const begun = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Usance:ada?issuer=Usance&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  gmtExpires: '2026-10-15T13:00:00.000Z',
};
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mno${'abcdefghij'[index]}`);

const { replies, asked } = scriptedServer(1);

const refusal = (code: number, reason: string, metadata: object = {}): ScriptedReply => [
  code,
  { code, reason, message: reason, metadata, requestId: 'req-1' },
];
const needsProof = refusal(403, 'PASSWORD_PROOF_REQUIRED');

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(accountQueries.whoami().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(accountQueries.whoami().queryKey, identity);
  render(
    <QueryClientProvider client={client}>
      <SecondFactorCard />
    </QueryClientProvider>,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('asks for the password, shows QR code and key, and shows the recovery codes once', async () => {
  replies.set('GET second-factor', [
    [200, off],
    [200, on],
  ]);
  replies.set('POST second-factor', [needsProof, [200, begun]]);
  replies.set('POST login', [[200, identity]]);
  replies.set('PUT second-factor', [
    refusal(400, 'INVALID_PARAMETER', { field: 'code' }),
    [200, { recoveryCodes: codes }],
  ]);
  show();
  await userEvent.click(button('Set up'));
  const password = page.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  await userEvent.type(password, 'Correct-horse-7');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  expect(asked.find(({ to }) => to === 'POST login')?.body).toEqual({
    identifier: 'ada@example.com',
    password: 'Correct-horse-7',
    refresh: true,
  });
  await expect.element(page.getByText(begun.secret)).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Code that the app shows' });
  await userEvent.type(code, '123 456');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/INVALID_PARAMETER/);
  await expect.element(code).toHaveValue('123456');
  await userEvent.keyboard('{Enter}');
  const list = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect.element(list.getByText(codes[0] ?? '')).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  await expect.element(list).toBeVisible();
  await userEvent.click(button('I have saved them'));
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByText('Make new ones before you need them.')).toBeVisible();
});

it('creates new recovery codes and turns off, each after a confirmation and the password', async () => {
  replies.set('GET second-factor', [
    [200, on],
    [200, on],
    [200, off],
  ]);
  replies.set('POST recovery-codes', [[200, { recoveryCodes: codes }]]);
  replies.set('DELETE second-factor', [needsProof, [204, {}]]);
  replies.set('POST login', [refusal(401, 'SECOND_FACTOR_REQUIRED'), [200, identity]]);
  show();
  await userEvent.click(button('New recovery codes'));
  await expect.element(page.getByText(/stop working at once/)).toBeVisible();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }));
  await userEvent.click(button('I have saved them'));
  await userEvent.click(button('Turn off'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Turn off' }));
  await userEvent.type(page.getByLabelText('Password', { exact: true }), 'Correct-horse-7');
  await userEvent.keyboard('{Enter}');
  await userEvent.type(page.getByRole('textbox', { name: 'Code of your second factor' }), '654321');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Set up')).toBeVisible();
  expect(asked.filter(({ to }) => to === 'DELETE second-factor')).toHaveLength(2);
});

it('shows the failure, with a retry', async () => {
  replies.set('GET second-factor', [refusal(503, 'UNAVAILABLE'), [200, off]]);
  show();
  await userEvent.click(button('Try again'));
  await expect.element(button('Set up')).toBeVisible();
});

it('keeps the focus in the card, even if the opening button is disabled or gone', async () => {
  replies.set('GET second-factor', [
    [200, off],
    [200, on],
  ]);
  replies.set('POST second-factor', [[200, begun]]);
  replies.set('PUT second-factor', [[200, { recoveryCodes: codes }]]);
  replies.set('DELETE second-factor', [[204, {}]]);
  show();
  await userEvent.click(button('Set up'));
  await expect.element(page.getByLabelText('Code that the app shows')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Set up')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(page.getByLabelText('Code that the app shows'), '123456');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button('I have saved them'));
  await expect.element(button('New recovery codes')).toHaveFocus();
  replies.set('GET second-factor', [[200, off]]);
  await userEvent.click(button('Turn off'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Turn off' }));
  await expect.element(button('Set up')).toHaveFocus();
});

it('returns the focus to the opening button when the password dialog is cancelled', async () => {
  replies.set('GET second-factor', [[200, off]]);
  replies.set('POST second-factor', [needsProof]);
  show();
  await userEvent.click(button('Set up'));
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  await userEvent.click(button('Cancel'));
  await expect.element(button('Set up')).toHaveFocus();
});

const discard = page.getByRole('dialog', { name: 'Discard what you entered?' });

it('asks before Esc drops an entered code or password', async () => {
  replies.set('GET second-factor', [[200, off]]);
  replies.set('POST second-factor', [needsProof, [200, begun]]);
  replies.set('POST login', [[200, identity]]);
  show();
  await userEvent.click(button('Set up'));
  const password = page.getByLabelText('Password', { exact: true });
  await userEvent.type(password, 'Correct-horse-7');
  await userEvent.keyboard('{Escape}');
  await expect.element(discard).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(page.getByRole('textbox', { name: 'Code that the app shows' }), '123');
  await userEvent.keyboard('{Escape}');
  await expect.element(discard).toBeVisible();
});
