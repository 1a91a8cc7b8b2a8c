import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signUpPage } from './registration.fixture.tsx';
import { registrationSearch } from './registration-search.ts';

const {
  answer,
  bodyOf,
  box,
  button,
  choice,
  choose,
  jobID,
  linked,
  onRegistered,
  optionsOf,
  password,
  phoneJobID,
  show,
  terms,
  told,
} = signUpPage;

describe('the form with the full name', () => {
  it('asks for full name, company, position, email with its code and the terms, but no separate telephone', async () => {
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

  it('offers exactly the positions of the specification', async () => {
    show('self-hosted');
    expect(await optionsOf('Position')).toEqual([
      ...['Software Engineer', 'Data Scientist', 'Data Analyst', 'Sales Manager', 'Marketing Manager'],
      ...['Product Manager', 'Technical Manager', 'CEO/Founder', 'Other'],
    ]);
  });

  it('is prefilled by the same link', async () => {
    show('self-hosted', registrationSearch.parse({ ...linked, position: 'Data Analyst' }));
    await expect.element(box('Full name')).toHaveValue('Ada Byron');
    await expect.element(box('Work email')).toHaveValue('ada@example.com');
    await expect.element(box('Company')).toHaveValue('Analytical Engines');
    await expect.element(choice('Position')).toHaveValue('Data Analyst');
    await expect.element(box('Phone number (optional)')).toHaveValue('91234567');
  });

  it('registers with the code of the email, and with a telephone only if it is proved', async () => {
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
