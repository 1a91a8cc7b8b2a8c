import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accountQueries } from '../account/account.queries.ts';
import { profilePage } from './profile.fixture.tsx';

const { box, button, fetch, lastSent, settled, show } = profilePage;

describe('personal details', () => {
  it('are sent as entered, and the name behind the avatar changes', async () => {
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

  it('refuse an invalid telephone number before sending', async () => {
    show({ traits: { countryPhone: '65', phoneNumber: '123' } });
    await userEvent.click(button('Save'));
    await expect.element(box('Contact phone')).toHaveFocus();
    await expect
      .element(box('Contact phone'))
      .toHaveAccessibleDescription('Please enter a valid Singapore phone number (8 digits)');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('are only name, company and position in a self-hosted console', async () => {
    show({ variant: 'self-hosted' });
    await expect.element(box('Company')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Country' })).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('combobox', { name: 'Job title' }));
    await expect.element(page.getByRole('option', { name: 'CEO/Founder' })).toBeVisible();
  });

  it('keep an unlisted value among the options', async () => {
    show({ traits: { position: 'Astronaut', firstName: 'Sally', lastName: 'Ride' } });
    await expect.element(page.getByRole('combobox', { name: 'Job title' })).toHaveValue('Astronaut');
    await expect.element(box('Full name')).toHaveValue('Sally Ride');
  });

  it('stay as entered without a reply, and show the failure', async () => {
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    show();
    await userEvent.fill(box('Full name'), 'Ada');
    await userEvent.click(button('Save'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('No reply from the server.');
    await expect.element(box('Full name')).toHaveValue('Ada');
  });
});
