import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { CostSharingSection } from './cost-sharing-section.tsx';

const { replies, asked } = scriptedServer(2);
afterEach(() => notifications.clean());

const contractId = 'ct-aaaaaaaa';
const [reading, setting] = [`GET ${contractId}/cost-sharing`, `PUT ${contractId}/cost-sharing`];
const kept = (shared: boolean) => ({ contractId, shared });
const failure = (code: number, reason: string) =>
  [code, { code, reason, message: '', metadata: {}, requestId: 'r' }] as const;

function show(mayChange = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render([
    <Notifications key="messages" limit={1} />,
    <QueryClientProvider key="section" client={client}>
      <CostSharingSection {...{ contractId, mayChange }} />
    </QueryClientProvider>,
  ]);
}
const box = page.getByRole('checkbox', { name: 'Every role sees the costs' });
const sent = () => asked.filter(({ to }) => to === setting).map(({ body }) => body);

describe('the switch for costs', () => {
  it('is off by default, and says what it did', async () => {
    replies.set(reading, [[200, kept(false)]]);
    replies.set(setting, [
      [200, kept(true)],
      [200, kept(false)],
    ]);
    show();
    await expect.element(box).toBeEnabled();
    await expect.element(box).not.toBeChecked();
    await userEvent.click(box);
    await expect.element(page.getByText('Every role now sees the costs')).toBeVisible();
    await expect.element(box).toBeChecked();
    await userEvent.click(box);
    await expect.element(page.getByText('Only billing roles see the costs now')).toBeVisible();
    await expect.element(box).not.toBeChecked();
    expect(sent()).toEqual([{ shared: true }, { shared: false }]);
  });

  it('stays as it was if saving is refused, and says why', async () => {
    replies.set(reading, [[200, kept(false)]]);
    replies.set(setting, [failure(403, 'NO_PERMISSION')]);
    show();
    await expect.element(box).toBeEnabled();
    await userEvent.click(box);
    await expect.element(page.getByRole('alert').getByText('You do not have permission to do this.')).toBeVisible();
    await expect.element(box).not.toBeChecked();
  });

  it('shows others the setting, which they cannot change', async () => {
    replies.set(reading, [[200, kept(true)]]);
    show(false);
    await expect.element(box).toBeChecked();
    await expect.element(box).toBeDisabled();
    await expect.element(page.getByText(/Only an admin of the contract can change this/)).toBeVisible();
  });

  it('says why it could not be loaded', async () => {
    replies.set(reading, [failure(500, 'INTERNAL')]);
    show();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(box).not.toBeInTheDocument();
  });
});
