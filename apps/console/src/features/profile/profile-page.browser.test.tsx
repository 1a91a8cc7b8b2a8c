import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Settings } from '@usance/api/settings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConsoleVariant } from '../../api/console-variant.ts';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { render } from '../../testing/render.tsx';
import { accountQueries } from '../account/account.queries.ts';
import { profileQueries } from './profile.queries.ts';
import { ProfilePage } from './profile-page.tsx';
import { useKeptTheme } from './use-theme-choice.ts';

const email = 'ada@example.com';
const jobID = `job-${'a'.repeat(20)}`;
const accountId = `acc-${'a'.repeat(20)}`;
const fetch = vi.fn<typeof globalThis.fetch>();

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  overwriteGetLocale(() => 'en');
  await page.viewport(1280, 800);
});

interface Stage {
  traits?: Settings['traits'];
  variant?: ConsoleVariant;
  onSignOut?: () => void;
}

function show({ traits = {}, variant = 'hosted', onSignOut = vi.fn() }: Stage = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const profile: Settings = { id: accountId, identifier: email, traits };
  client.setQueryData(profileQueries.own().queryKey, profile);
  render(
    <QueryClientProvider client={client}>
      <ProfilePage variant={variant} sessions={null} onSignOut={onSignOut} />
    </QueryClientProvider>,
  );
  return client;
}

const reply = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const settled = (traits: Settings['traits']) => reply({ id: accountId, identifier: email, traits });
const refusal = (status: number, reason: string, message: string, metadata: Record<string, string>) =>
  reply({ code: status, reason, message, metadata, requestId: 'req-1' }, status);
const wrongCode = () =>
  refusal(400, 'INVALID_PARAMETER', 'The verification code is wrong or no longer valid', { field: 'token' });
/** What was sent as the last request: its address without the host, and its body. */
function lastSent() {
  const [url, init] = fetch.mock.lastCall ?? [];
  return { url: String(url), body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** By its label, which ends with a star where it must be filled in. */
const box = (name: string) => page.getByLabelText(new RegExp(`^${name}( \\*)?$`));

describe('personal details', () => {
  it('are sent as they are entered, and the name behind the avatar follows', async () => {
    const client = show({ traits: { fullName: 'Ada', company: 'Northwind' } });
    fetch.mockImplementation(() => settled({ fullName: 'Ada Lovelace', company: 'Northwind', position: 'Student' }));
    await userEvent.fill(box('Full name'), 'Ada Lovelace');
    await userEvent.click(page.getByRole('combobox', { name: 'Job title' }));
    await userEvent.click(page.getByRole('option', { name: 'Student' }));
    await userEvent.click(button('Save'));
    await vi.waitFor(() => expect(client.getQueryData(accountQueries.whoami().queryKey)).toBeDefined());
    expect(lastSent().body).toEqual({
      fullName: 'Ada Lovelace',
      company: 'Northwind',
      companySize: '',
      position: 'Student',
      country: '',
      countryPhone: '',
      phoneNumber: '',
    });
    expect(client.getQueryData(accountQueries.whoami().queryKey)?.traits.fullName).toBe('Ada Lovelace');
  });

  it('refuse a telephone that its country cannot have, before anything is sent', async () => {
    show({ traits: { countryPhone: '65', phoneNumber: '123' } });
    await userEvent.click(button('Save'));
    await expect.element(box('Contact phone')).toHaveFocus();
    await expect
      .element(box('Contact phone'))
      .toHaveAccessibleDescription('Please enter a valid Singapore phone number (8 digits)');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('are name, company and position alone where the console is hosted by oneself', async () => {
    show({ variant: 'self-hosted' });
    await expect.element(box('Company')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Country' })).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('combobox', { name: 'Job title' }));
    await expect.element(page.getByRole('option', { name: 'CEO/Founder' })).toBeVisible();
  });

  it('keep what was said elsewhere among what can be chosen', async () => {
    show({ traits: { position: 'Astronaut', firstName: 'Sally', lastName: 'Ride' } });
    await expect.element(page.getByRole('combobox', { name: 'Job title' })).toHaveValue('Astronaut');
    await expect.element(box('Full name')).toHaveValue('Sally Ride');
  });

  it('stay as entered when no reply comes, which is said', async () => {
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    show();
    await userEvent.fill(box('Full name'), 'Ada');
    await userEvent.click(button('Save'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('No reply from the server.');
    await expect.element(box('Full name')).toHaveValue('Ada');
  });
});

describe('the dialogs', () => {
  it.each([
    ['Change phone', 'New phone number'],
    ['Change password', 'Verification code'],
  ])(
    'that «%s» opens begin at «%s», and can be left by a button, back to where they were opened',
    async (opener, first) => {
      show();
      await userEvent.click(button(opener));
      await expect.element(box(first)).toHaveFocus();
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
      await expect.element(button(opener)).toHaveFocus();
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe('the telephone', () => {
  const open = () => userEvent.click(button('Change phone'));

  it('gets no code while it is no Chinese mobile', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '12345678901');
    await userEvent.click(button('Send code'));
    await expect.element(box('New phone number')).toHaveFocus();
    await expect.element(page.getByText('Please enter a validate phone')).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is set by the code that was sent to it, and another can be sent after 60 seconds', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => reply({ jobID }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in (60|59) s/)).toBeDisabled();
    await expect.element(box('Verification code')).toHaveFocus();
    expect(lastSent().url).toMatch(/\/accounts\/auth\/sms\/13912345678$/);
    await userEvent.fill(box('Verification code'), '123456');
    fetch.mockImplementation(() => settled({ phone: '13912345678' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('13912345678')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(lastSent().body).toEqual({ number: '13912345678', authJobID: jobID, token: '123456' });
  });

  it('is not changed with a code that went to another', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => reply({ jobID }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in/)).toBeVisible();
    await userEvent.fill(box('New phone number'), '13912345679');
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('Ask for a code first')).toBeVisible();
    await expect.element(box('Verification code')).toHaveFocus();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('waits as long as the server says', async () => {
    show();
    await open();
    await userEvent.fill(box('New phone number'), '13912345678');
    fetch.mockImplementation(() => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait.', { retryAfterSeconds: '1200' }));
    await userEvent.click(button('Send code'));
    await expect.element(button(/Again in 1(200|199) s/)).toBeVisible();
    await expect.element(page.getByText(/try again in 20 min/)).toBeVisible();
  });
});

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

  it('is set, and everything is signed out about a second later', async () => {
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
  ] as const)('is entered twice alike, in %s', async (locale, told) => {
    overwriteGetLocale(() => locale);
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

  it('asks for the code and for both passwords', async () => {
    show();
    await userEvent.click(button('Change password'));
    await save();
    await expect.element(box('Verification code')).toHaveAccessibleDescription('The verification code is required');
    for (const field of ['New password', 'Confirm password'])
      await expect.element(box(field)).toHaveAccessibleDescription(/The password is required/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('says of a wrong code that it is wrong, at the code', async () => {
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

function Kept({ themeType }: { themeType: string }) {
  useKeptTheme({ id: accountId, identifier: email, traits: { themeType } });
  return null;
}

describe('the theme', () => {
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

  it('changes at once and is kept', async () => {
    show();
    fetch.mockImplementation(() => new Promise(() => undefined));
    await userEvent.click(page.getByText('Light', { exact: true }));
    await vi.waitFor(() => expect(scheme()).toBe('light'));
    expect(lastSent().body).toEqual({ themeType: 'default' });
  });

  it.each([
    ['default', 'light'],
    ['dark', 'dark'],
  ])('that was kept as %s is shown as %s in every browser', async (themeType, shown) => {
    render(<Kept themeType={themeType} />);
    await vi.waitFor(() => expect(scheme()).toBe(shown));
  });

  it('stays chosen when no reply comes, which is said', async () => {
    show();
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(page.getByText('Light', { exact: true }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('No reply from the server.');
    expect(scheme()).toBe('light');
  });
});

it('fits 320 pixels with the longest e-mail and names', async () => {
  await page.viewport(320, 800);
  const long = 'n'.repeat(100);
  const client = show({ traits: { fullName: long, company: long, position: long, phone: '13912345678' } });
  const profile = client.getQueryData(profileQueries.own().queryKey);
  if (profile)
    client.setQueryData(profileQueries.own().queryKey, { ...profile, identifier: `${'e'.repeat(240)}@a.example` });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText(/^e{240}@/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.click(button('Change password'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
});
