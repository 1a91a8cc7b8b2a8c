import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { RegistrationPage } from './registration-page.tsx';
import { type Prefilled, registrationSearch } from './registration-search.ts';

const jobID = `job-${'a'.repeat(20)}`;
const phoneJobID = `job-${'b'.repeat(20)}`;
const fetch = stubbedFetch();
const onRegistered = vi.fn();

afterEach(() => {
  document.getElementById('boot')?.remove();
  vi.restoreAllMocks();
  setLocale('en');
});

/** The whole page inside a router, which its links need. */
function show(variant: 'hosted' | 'self-hosted', prefilled: Prefilled = registrationSearch.parse({})) {
  onRegistered.mockReset();
  const rootRoute = createRootRoute({
    component: () => (
      <RegistrationPage variant={variant} from={undefined} prefilled={prefilled} onRegistered={onRegistered} />
    ),
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const identity = { id: `acc-${'a'.repeat(20)}`, identifier: 'ada@example.com', traits: {} };
/** Replies by address: sends codes and registers accounts. */
function answer(more: { sent?: object; register?: () => Promise<Response> } = {}) {
  fetch.mockImplementation((url) => {
    if (String(url).includes('/auth/mailer/')) return reply({ jobID, ...more.sent });
    if (String(url).includes('/auth/sms/')) return reply({ jobID: phoneJobID });
    return more.register?.() ?? reply(identity);
  });
}
const bodyOf = (part: string) => {
  const [, init] = fetch.mock.calls.find(([url]) => String(url).includes(part)) ?? [];
  return init?.body === undefined ? undefined : JSON.parse(String(init.body));
};

const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = () => page.getByLabelText(/^Password/);
const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const terms = () => page.getByRole('checkbox', { name: 'I agree to the Terms of Service and Privacy Policy' });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const told = (text: string) => page.getByText(text, { exact: true });

async function optionsOf(name: string): Promise<string[]> {
  await userEvent.click(choice(name));
  await expect.element(page.getByRole('listbox', { name })).toBeVisible();
  return [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent ?? '');
}
async function choose(name: string, option: string) {
  await userEvent.click(choice(name));
  await userEvent.click(page.getByRole('option', { name: option, exact: true }));
}

const linked = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  country: 'gb',
  company: 'Analytical Engines',
  companySize: '51-200',
  position: 'Data Engineer',
  scenario: 'Lakehouse',
  countryPhone: 65,
  phoneNumber: 91234567,
};

/** Fills in and passes the first step. */
async function passDetails(more: object = {}) {
  show('hosted', registrationSearch.parse({ ...linked, ...more }));
  await userEvent.fill(password(), 'Kept-by-nobody-1');
  await userEvent.click(terms());
  await userEvent.click(button('Next'));
  await expect.element(heading('About your work')).toHaveFocus();
}

/** Passes the survey too, up to the code. */
async function passSurvey(more: object = {}) {
  await passDetails(more);
  await userEvent.click(button('Next'));
  await expect.element(heading('Verify your email')).toHaveFocus();
}

/** Helpers that show the sign-up page, fill it in and answer it. */
export const signUpPage = {
  answer,
  bodyOf,
  box,
  button,
  choice,
  choose,
  fetch,
  heading,
  jobID,
  linked,
  onRegistered,
  optionsOf,
  passDetails,
  passSurvey,
  password,
  phoneJobID,
  show,
  terms,
  told,
};
