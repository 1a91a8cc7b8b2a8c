import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { signUpPage } from './registration.fixture.tsx';
import { registrationSearch } from './registration-search.ts';

const { answer, box, choice, linked, password, show, terms } = signUpPage;

describe('the region', () => {
  const hosts = { us: 'https://us.example.com', global: 'https://sg.example.com' };
  /** Adds the boot data that the server puts into the page. */
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
  ] as const)('carries the entries of the %s form, but never the password', async (variant, field, carried) => {
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

  /** Returns the address of the next navigation, which is prevented. */
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
] as const)('the %s page has %i links to book a demo', async (variant, many) => {
  show(variant);
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Book a demo' }).elements()).toHaveLength(many);
});

describe('a link’s values', () => {
  it('never include a password, or a value that is not an option', async () => {
    const told = { ...linked, password: 'Kept-by-nobody-1', country: 'Atlantis', position: 'Queen', terms: true };
    show('hosted', registrationSearch.parse(told));
    await expect.element(box('First name')).toHaveValue('Ada');
    await expect.element(password()).toHaveValue('');
    await expect.element(choice('Country or region')).toHaveValue('');
    await expect.element(terms()).not.toBeChecked();
  });
});

it('shows Chinese, and stores the English values', async () => {
  answer();
  setLocale('zh');
  show('hosted', registrationSearch.parse(linked));
  await expect.element(page.getByRole('combobox', { name: '国家/地区', exact: true })).toHaveValue('英国');
});
