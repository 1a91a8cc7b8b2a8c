import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DemoPerson } from '../../api/boot.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { DemoPeople } from './demo-people.tsx';

const fetch = stubbedFetch();

it('a visitor reads in words what each person does, and is signed in as the chosen one by a click', async () => {
  fetch.mockImplementationOnce(() => reply({ id: 'acc-abcdefgh', identifier: 'finance@demo.example', traits: {} }));
  const onSignedIn = vi.fn();
  const password = 'Usance-demo-1';
  const people: DemoPerson[] = [
    { password, identifier: 'admin@demo.example', fullName: 'Ada Marlowe', part: 'admin' },
    { password, identifier: 'finance@demo.example', fullName: 'Felix Okoro', part: 'finance' },
    { password, identifier: 'new@demo.example', fullName: 'Noor Haddad', part: 'new' },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DemoPeople people={people} onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Noor Haddad No contract yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Felix Okoro Finance: approves and pays' }).click();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  const sent = JSON.parse(String(fetch.mock.lastCall?.[1]?.body));
  expect(sent).toEqual({ identifier: 'finance@demo.example', password: 'Usance-demo-1' });
});
