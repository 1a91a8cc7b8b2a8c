import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { render } from '../../testing/render.tsx';
import { RegistrationPage } from './registration-page.tsx';
import { type Prefilled, registrationSearch } from './registration-search.ts';

const jobID = `job-${'a'.repeat(20)}`;
const phoneJobID = `job-${'b'.repeat(20)}`;
const fetch = vi.fn<typeof globalThis.fetch>();

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => {
  document.getElementById('boot')?.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  overwriteGetLocale(() => 'en');
});

const onRegistered = vi.fn();

/** The whole page, which has links, so within a router. */
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

const reply = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const refusal = (status: number, reason: string, message: string, metadata: Record<string, string>) =>
  reply({ code: status, reason, message, metadata, requestId: 'req-1' }, status);
const identity = { id: `acc-${'a'.repeat(20)}`, identifier: 'ada@example.com', traits: {} };
/** Answers by address: codes are sent, and whoever registers is registered. */
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

/** The first step, filled in. */
async function passDetails(more: object = {}) {
  show('hosted', registrationSearch.parse({ ...linked, ...more }));
  await userEvent.fill(password(), 'Kept-by-nobody-1');
  await userEvent.click(terms());
  await userEvent.click(button('Next'));
  await expect.element(heading('About your work')).toHaveFocus();
}

async function passSurvey(more: object = {}) {
  await passDetails(more);
  await userEvent.click(button('Next'));
  await expect.element(heading('Verify your email')).toHaveFocus();
}

describe('the first step', () => {
  it('asks for first and last name, work email, password, country and the terms, and names what is missing', async () => {
    show('hosted');
    await userEvent.click(button('Next'));
    await expect.element(box('First name')).toHaveFocus();
    for (const field of [box('First name'), box('Last name'), choice('Country or region')])
      await expect.element(field).toHaveAccessibleDescription('Must not be empty');
    await expect.element(box('Work email')).toHaveAccessibleDescription('The email is required');
    await expect.element(told('The password is required')).toBeVisible();
    await expect.element(told('Please agree to the Terms of Service and Privacy Policy')).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ['ada byron@example.com', 'Can not contain space'],
    ['ada', 'The email is invalid'],
  ])('refuses the email «%s»', async (email, why) => {
    show('hosted');
    await userEvent.fill(box('Work email'), email);
    await userEvent.click(button('Next'));
    await expect.element(box('Work email')).toHaveAccessibleDescription(why);
  });

  it.each([
    ['Short-1', 'The length range must be [8-32]'],
    [`Long-${'1'.repeat(28)}`, 'The length range must be [8-32]'],
    ['With-at-1@', 'Can not contain @ % / '],
    ['With-slash-1/', 'Can not contain @ % / '],
    ['With-percent-1%', 'Can not contain @ % / '],
  ])('refuses the password «%s»', async (typed, why) => {
    show('hosted');
    await userEvent.fill(password(), typed);
    await userEvent.click(button('Next'));
    await expect.element(page.getByText(why.trim())).toBeVisible();
  });

  it.each([
    ['aaaa', 'weak'],
    ['aaaaaaa1', 'medium'],
    ['aaaaaa1-', 'strong'],
  ])('calls the password «%s» %s', async (typed, level) => {
    show('hosted');
    await userEvent.fill(password(), typed);
    await expect.element(told(`Password strength: ${level}`)).toBeVisible();
  });

  it('lists about 120 countries, US, SG, CA and GB first and the others by name', async () => {
    show('hosted');
    const countries = await optionsOf('Country or region');
    expect(countries.slice(0, 4)).toEqual(['United States', 'Singapore', 'Canada', 'United Kingdom']);
    expect(countries.length).toBeGreaterThan(115);
    expect(countries.length).toBeLessThan(130);
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.slice(4)).toEqual(countries.slice(4).toSorted(new Intl.Collator('en').compare));
    expect(countries).toEqual(expect.arrayContaining(['China', 'Hong Kong', 'Japan', 'South Korea', 'Germany']));
  });

  it('has no region to choose where none are configured', async () => {
    show('hosted');
    await expect.element(box('First name')).toBeVisible();
    expect(document.querySelector('[role="radiogroup"]')).toBeNull();
  });
});

describe('the survey', () => {
  it.each([
    ['Company size', ['1-50 employees', '51-200 employees', '201-10000 employees', '10001+ employees']],
    [
      'Job title',
      [
        ...['Consultant', 'Business Executive', 'Data Engineer', 'Data Scientist', 'Developer / Engineer', 'IT / DBA'],
        ...['Product Manager', 'Marketing', 'Security', 'Technical Executive', 'Startup Founder', 'Student'],
        ...['BI / Analyst', 'Other'],
      ],
    ],
    [
      'Usage scenario',
      [
        ...['Learning', 'Operational Database', 'Lakehouse', 'Semi-Structured / Vector / Text Search', 'ETL Pipelines'],
        ...['Analytics and BI Solutions', 'Data Warehouses', 'Machine Learning', 'GenAI Applications', 'Feature Store'],
      ],
    ],
    ['Country code', ['+86', '+1', '+65', '+852', '+81', '+82', '+44', '+49', '+33', '+39']],
  ])('offers as %s what the specification lists, word for word', async (field, options) => {
    await passDetails({ companySize: '', position: '', scenario: '' });
    expect((await optionsOf(field)).toSorted()).toEqual(options.toSorted());
  });

  it('may be left empty, and what is left empty is not sent', async () => {
    answer();
    const nothing = { company: '', companySize: '', position: '', scenario: '', phoneNumber: '' };
    await passSurvey(nothing);
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await vi.waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
    expect(bodyOf('/register')).toEqual({
      email: { address: 'ada@example.com', authJobID: jobID, token: '123456' },
      password: 'Kept-by-nobody-1',
      traits: { firstName: 'Ada', lastName: 'Byron', country: 'United Kingdom' },
    });
  });

  it('refuses a telephone number that its country does not have', async () => {
    await passDetails({ phoneNumber: '123' });
    await userEvent.click(button('Next'));
    await expect
      .element(box('Phone number (optional)'))
      .toHaveAccessibleDescription('Please enter a valid Singapore phone number (8 digits)');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('has a telephone of China where nothing else is said, and of no country that is not known', async () => {
    await passDetails({ countryPhone: undefined });
    await expect.element(choice('Country code')).toHaveValue('+86');
    await userEvent.click(button('Next'));
    await expect
      .element(box('Phone number (optional)'))
      .toHaveAccessibleDescription('Please enter a valid China phone number (11 digits)');
  });

  it('keeps what was typed, whichever way one goes', async () => {
    await passDetails();
    await userEvent.fill(box('Company'), 'Difference Engines');
    await userEvent.click(button('Back'));
    await expect.element(password()).toHaveValue('Kept-by-nobody-1');
    await userEvent.click(button('Next'));
    await expect.element(box('Company')).toHaveValue('Difference Engines');
  });
});

describe('the code', () => {
  it('is sent when one leaves the survey, once, and proves the email', async () => {
    answer();
    await passSurvey();
    const sent = fetch.mock.calls.filter(([url]) => String(url).includes('/auth/mailer/'));
    expect(sent.map(([url, init]) => [String(url), init?.method])).toEqual([
      [expect.stringContaining('/accounts/auth/mailer/ada%40example.com?purpose=register'), 'PUT'],
    ]);
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await vi.waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
    expect(bodyOf('/register')).toEqual({
      email: { address: 'ada@example.com', authJobID: jobID, token: '123456' },
      password: 'Kept-by-nobody-1',
      traits: {
        firstName: 'Ada',
        lastName: 'Byron',
        country: 'United Kingdom',
        company: 'Analytical Engines',
        companySize: '51-200',
        position: 'Data Engineer',
        scenario: 'Lakehouse',
        countryPhone: '65',
        phoneNumber: '91234567',
      },
    });
  });

  it('is required, and can be sent again after 60 seconds', async () => {
    answer();
    await passSurvey();
    await userEvent.click(button('Create an account'));
    await expect.element(box('Verification code')).toHaveAccessibleDescription('The verification code is required');
    const again = page.getByRole('button', { name: /\b(60|59|58|57) ?s/ });
    await expect.element(again).toBeDisabled();
    const begun = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => begun() + 60_000);
    await expect.element(button('Send again')).toBeEnabled();
  });

  it('that is wrong is told at its field', async () => {
    answer({ register: () => refusal(400, 'INVALID_PARAMETER', 'It is wrong', { field: 'email.token' }) });
    await passSurvey();
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await expect.element(box('Verification code')).toHaveAccessibleDescription('It is wrong');
    expect(onRegistered).not.toHaveBeenCalled();
  });

  it('brings one back to the step whose field is refused', async () => {
    answer({ register: () => refusal(400, 'INVALID_PARAMETER', 'Known to many', { field: 'password' }) });
    await passSurvey();
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await expect.element(heading('Account details')).toBeVisible();
    await expect.element(told('Known to many')).toBeVisible();
  });

  it('with a word of BYOC says that no telephone is needed, and sends none', async () => {
    answer({ sent: { message: 'BYOC: email only' } });
    await passSurvey();
    await expect
      .element(page.getByText('Email verification is required but phone verification is skipped'))
      .toBeVisible();
    await userEvent.click(button('Back'));
    await expect.element(box('Company')).toBeVisible();
    expect(document.querySelector('[data-path="phoneNumber"]')).toBeNull();
    await userEvent.click(button('Next'));
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await vi.waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
    expect(bodyOf('/register').traits).not.toHaveProperty('phoneNumber');
  });
});

describe('the form with the full name', () => {
  it('asks for full name, company, position, email with its code and the terms, and no telephone of its own', async () => {
    show('self-hosted');
    await userEvent.click(button('Create an account'));
    await expect.element(box('Full name')).toHaveFocus();
    for (const field of [box('Full name'), box('Company'), choice('Position')])
      await expect.element(field).toHaveAccessibleDescription('Must not be empty');
    await expect.element(box('Work email')).toHaveAccessibleDescription('The email is required');
    await expect.element(box('Verification code')).toHaveAccessibleDescription('The verification code is required');
    await expect.element(told('Please agree to the Terms of Service and Privacy Policy')).toBeVisible();
    await expect.element(box('Phone number (optional)')).toBeVisible();
  });

  it('offers as position what the specification lists, word for word', async () => {
    show('self-hosted');
    expect(await optionsOf('Position')).toEqual([
      ...['Software Engineer', 'Data Scientist', 'Data Analyst', 'Sales Manager', 'Marketing Manager'],
      ...['Product Manager', 'Technical Manager', 'CEO/Founder', 'Other'],
    ]);
  });

  it('is filled in by the same link', async () => {
    show('self-hosted', registrationSearch.parse({ ...linked, position: 'Data Analyst' }));
    await expect.element(box('Full name')).toHaveValue('Ada Byron');
    await expect.element(box('Work email')).toHaveValue('ada@example.com');
    await expect.element(box('Company')).toHaveValue('Analytical Engines');
    await expect.element(choice('Position')).toHaveValue('Data Analyst');
    await expect.element(box('Phone number (optional)')).toHaveValue('91234567');
  });

  it('registers with the code of the email, and with a telephone only once that is proved', async () => {
    answer();
    show('self-hosted');
    await userEvent.fill(box('Full name'), 'Ada Byron');
    await userEvent.fill(box('Work email'), 'ada@example.com');
    await userEvent.click(page.getByRole('button', { name: 'Send code' }).first());
    await expect.element(box('Verification code')).toHaveFocus();
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.fill(password(), 'Kept-by-nobody-1');
    await userEvent.fill(box('Company'), 'Analytical Engines');
    await choose('Position', 'CEO/Founder');
    await userEvent.fill(box('Phone number (optional)'), '123');
    await userEvent.click(terms());
    await userEvent.click(button('Create an account'));
    await expect.element(box('Phone number (optional)')).toHaveAccessibleDescription('Please enter a validate phone');
    await userEvent.fill(box('Phone number (optional)'), '13912345678');
    await userEvent.click(page.getByRole('button', { name: 'Send code' }).last());
    await userEvent.fill(box('Code sent to the phone'), '654321');
    await userEvent.click(button('Create an account'));
    await vi.waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
    expect(bodyOf('/register')).toEqual({
      email: { address: 'ada@example.com', authJobID: jobID, token: '123456' },
      phone: { number: '13912345678', authJobID: phoneJobID, token: '654321' },
      password: 'Kept-by-nobody-1',
      traits: { fullName: 'Ada Byron', company: 'Analytical Engines', position: 'CEO/Founder' },
    });
  });
});

describe('the region', () => {
  const hosts = { us: 'https://us.example.com', global: 'https://sg.example.com' };
  /** As the server tells it with the page. */
  function configure() {
    const script = Object.assign(document.createElement('script'), { type: 'application/json', id: 'boot' });
    script.textContent = JSON.stringify({ variant: 'hosted', regionHosts: hosts });
    document.body.append(script);
  }

  it.each(['hosted', 'self-hosted'] as const)('can be changed in the %s form', async (variant) => {
    configure();
    show(variant);
    await expect.element(page.getByRole('navigation', { name: 'Region' })).toBeVisible();
  });

  const work = { email: 'ada@example.com', company: 'Analytical Engines', position: 'Data Scientist' };
  it.each([
    [
      'hosted',
      'Last name',
      {
        ...{ ...work, firstName: 'Ada', lastName: 'Lovelace', country: 'United Kingdom', companySize: '51-200' },
        ...{ scenario: 'Lakehouse', countryPhone: '65', phoneNumber: '91234567' },
      },
    ],
    ['self-hosted', 'Full name', { ...work, firstName: 'Lovelace', phoneNumber: '91234567' }],
  ] as const)('takes along what the %s form holds, and never the password', async (variant, field, carried) => {
    configure();
    show(variant, registrationSearch.parse({ ...linked, position: 'Data Scientist' }));
    await userEvent.fill(box(field), 'Lovelace');
    await userEvent.fill(password(), 'Kept-by-nobody-1');
    await userEvent.click(terms());
    const left = leftFor();
    await userEvent.click(page.getByText('US', { exact: true }));
    const { origin, pathname, searchParams } = await left;
    expect(origin + pathname).toBe('https://us.example.com/signup');
    expect(Object.fromEntries(searchParams)).toEqual(carried);
  });

  /** Where the page wants to go, which it is kept from. */
  function leftFor(): Promise<URL> {
    return new Promise((resolve) => {
      const keep = (event: NavigateEvent) => {
        event.preventDefault();
        resolve(new URL(event.destination.url));
      };
      navigation.addEventListener('navigate', keep, { once: true });
    });
  }
});

it.each([
  ['hosted', 1],
  ['self-hosted', 0],
] as const)('the %s page leads to %i pages where a demonstration is booked', async (variant, many) => {
  show(variant);
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Book a demo' }).elements()).toHaveLength(many);
});

describe('what a link fills in', () => {
  it('is never a password, and nothing that cannot be chosen', async () => {
    const told = { ...linked, password: 'Kept-by-nobody-1', country: 'Atlantis', position: 'Queen', terms: true };
    show('hosted', registrationSearch.parse(told));
    await expect.element(box('First name')).toHaveValue('Ada');
    await expect.element(password()).toHaveValue('');
    await expect.element(choice('Country or region')).toHaveValue('');
    await expect.element(terms()).not.toBeChecked();
  });
});

it('speaks Chinese, and keeps the English words', async () => {
  answer();
  overwriteGetLocale(() => 'zh');
  show('hosted', registrationSearch.parse(linked));
  await expect.element(page.getByRole('combobox', { name: '国家/地区', exact: true })).toHaveValue('英国');
});
