import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Settings } from '@usance/api/people/settings';
import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ConsoleVariant } from '../../api/boot.ts';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { profileQueries } from './profile.queries.ts';
import { ProfilePage } from './profile-page.tsx';

const email = 'ada@example.com';
const jobID = `job-${'a'.repeat(20)}`;
const accountId = `acc-${'a'.repeat(20)}`;
const fetch = stubbedFetch();

afterEach(async () => {
  vi.useRealTimers();
  setLocale('en');
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

const settled = (traits: Settings['traits']) => reply({ id: accountId, identifier: email, traits });
/** Returns the last request: its address without the host, and its body. */
function lastSent() {
  const [url, init] = fetch.mock.lastCall ?? [];
  return { url: String(url), body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Finds a field by its label, which ends with a star if it is required. */
const box = (name: string) => page.getByLabelText(new RegExp(`^${name}( \\*)?$`));

/** Helpers that show the account page and query it. */
export const profilePage = { accountId, box, button, email, fetch, jobID, lastSent, settled, show };
