import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accountQueries } from '../account/account.queries.ts';
import { profilePage } from './profile.fixture.tsx';

const { box, button, fetch, lastSent, settled, show } = profilePage;

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
