import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { BookDemoPage } from './book-demo-page.tsx';
import { DemoForm } from './demo-form.tsx';

const fetch = stubbedFetch();

const onBooked = vi.fn();
function show() {
  onBooked.mockReset();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DemoForm onBooked={onBooked} />
    </QueryClientProvider>,
  );
}

const box = (name: string) => page.getByLabelText(name, { exact: true });
const send = () => page.getByRole('button', { name: 'Book a demo' });
const booking = {
  id: `demo-${'a'.repeat(20)}`,
  ...{ name: 'Ada', email: 'ada@example.com', company: 'Engines', phone: '', message: '' },
  timeWishes: [],
  gmtCreated: '2026-10-15T12:00:00.000Z',
};
const sent = () => JSON.parse(String(fetch.mock.lastCall?.[1]?.body));

async function fillIn() {
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), ' Ada ');
  await userEvent.fill(page.getByRole('textbox', { name: 'Work email' }), 'ada@example.com');
  await userEvent.fill(page.getByRole('textbox', { name: 'Company' }), 'Engines');
}

it('asks for name, email and company, and sends times as instants in the entered order', async () => {
  fetch.mockImplementation(() => reply(booking));
  show();
  await fillIn();
  await userEvent.fill(box('A time that suits you (optional)'), '2999-05-04T10:30');
  await userEvent.fill(box('Another time (optional)'), '2999-05-03T09:00');
  await userEvent.click(send());
  await vi.waitFor(() => expect(onBooked).toHaveBeenCalledWith(booking));
  expect(sent()).toEqual({
    ...{ name: 'Ada', email: 'ada@example.com', company: 'Engines', phone: '', message: '' },
    timeWishes: ['2999-05-04T10:30', '2999-05-03T09:00'].map((wish) => new Date(wish).toISOString()),
  });
});

it('marks missing values and a past time before sending', async () => {
  show();
  await userEvent.fill(box('A time that suits you (optional)'), '2020-05-04T10:30');
  await userEvent.click(send());
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('Must not be empty');
  await expect.element(page.getByText('The email is required')).toBeVisible();
  await expect.element(page.getByText('Must be in the future')).toBeVisible();
  expect(fetch).not.toHaveBeenCalled();
});

it('shows why it was refused, and keeps the entries', async () => {
  fetch.mockImplementation(() => refusal(429, 'TOO_MANY_REQUESTS', 'Wait.'));
  show();
  await fillIn();
  await userEvent.click(send());
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Engines');
  expect(onBooked).not.toHaveBeenCalled();
});

it('is an external form if one is configured, which cannot navigate the page', async () => {
  const routeTree = createRootRoute({ component: () => <BookDemoPage formUrl="about:blank" /> });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  const frame = page.getByTitle('Form for booking a demo');
  await expect.element(frame).toBeVisible();
  expect(frame.element().getAttribute('sandbox')).toBe('allow-forms allow-popups allow-same-origin allow-scripts');
  expect(document.querySelector('form')).toBeNull();
  // The page offers other ways in case the form does not load.
  await expect.element(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
  const apart = page.getByRole('link', { name: 'Open the form on its own page' });
  await expect.element(apart).toHaveAttribute('href', 'about:blank');
});
