import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { NotificationCard } from './notification-card.tsx';

const { replies, asked } = scriptedServer(1);
const items = [
  { kind: 'statement_issued', mail: true },
  { kind: 'balance_low', mail: false },
];

function show() {
  replies.set('GET notification-preferences', [[200, { items }]]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NotificationCard />
    </QueryClientProvider>,
  );
}

const box = (name: string) => page.getByRole('checkbox', { name });

it('turns off the mails of one kind at once', async () => {
  show();
  replies.set('PUT notification-preferences', [[204, {}]]);
  await expect.element(box('A low available balance')).not.toBeChecked();
  await userEvent.click(box('New statements'));
  await expect.element(box('New statements')).not.toBeChecked();
  await expect
    .poll(() => asked.at(-1))
    .toEqual({ to: 'PUT notification-preferences', body: { items: [{ kind: 'statement_issued', mail: false }] } });
});

it('reverts and shows why if saving failed', async () => {
  show();
  replies.set('PUT notification-preferences', [
    [500, { code: 500, reason: 'INTERNAL_ERROR', message: 'no', metadata: {}, requestId: 'req-1' }],
  ]);
  await userEvent.click(box('New statements'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(box('New statements')).toBeChecked();
});
