import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { DemoPeople } from './demo-people.tsx';

const fetch = stubbedFetch();

it('a visitor is signed in as the chosen person by a click', async () => {
  fetch.mockImplementationOnce(() => reply({ id: 'acc-abcdefgh', identifier: 'finance@demo.example', traits: {} }));
  const onSignedIn = vi.fn();
  const person = { password: 'Usance-demo-1', position: 'IT / DBA' };
  const people = [
    { ...person, identifier: 'admin@demo.example', fullName: 'Ada Marlowe', role: 'admin' },
    { ...person, identifier: 'finance@demo.example', fullName: 'Felix Okoro', role: 'billing_admin' },
    { ...person, identifier: 'new@demo.example', fullName: 'Noor Haddad' },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DemoPeople people={people} onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Noor Haddad IT / DBA' })).toBeVisible();
  await page.getByRole('button', { name: 'Felix Okoro billing_admin' }).click();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  const sent = JSON.parse(String(fetch.mock.lastCall?.[1]?.body));
  expect(sent).toEqual({ identifier: 'finance@demo.example', password: 'Usance-demo-1' });
});
