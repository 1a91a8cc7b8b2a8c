import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { signUpPage } from './registration.fixture.tsx';

const { box, button, choice, fetch, optionsOf, password, show, told } = signUpPage;

describe('the first step', () => {
  it('asks for first and last name, work email, password, country and the terms, and marks missing ones', async () => {
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

  it('asks for the family name first in Chinese', async () => {
    setLocale('zh');
    show('hosted');
    await expect.element(page.getByLabelText(/^姓/)).toBeVisible();
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent ?? '');
    expect(labels.slice(0, 2)).toEqual([expect.stringMatching(/^姓/), expect.stringMatching(/^名/)]);
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

  it('lists about 120 countries, with US, SG, CA and GB first and the others by name', async () => {
    show('hosted');
    const countries = await optionsOf('Country or region');
    expect(countries.slice(0, 4)).toEqual(['United States', 'Singapore', 'Canada', 'United Kingdom']);
    expect(countries.length).toBeGreaterThan(115);
    expect(countries.length).toBeLessThan(130);
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.slice(4)).toEqual(countries.slice(4).toSorted(new Intl.Collator('en').compare));
    expect(countries).toEqual(expect.arrayContaining(['China', 'Hong Kong', 'Japan', 'South Korea', 'Germany']));
  });

  it('has no region choice without configured regions', async () => {
    show('hosted');
    await expect.element(box('First name')).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Region' })).not.toBeInTheDocument();
  });
});
