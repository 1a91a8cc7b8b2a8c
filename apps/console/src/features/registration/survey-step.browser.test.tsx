import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { signUpPage } from './registration.fixture.tsx';

const {
  answer,
  bodyOf,
  box,
  button,
  choice,
  fetch,
  jobID,
  onRegistered,
  optionsOf,
  passDetails,
  passSurvey,
  password,
} = signUpPage;

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
  ])('offers as %s exactly the options of the specification', async (field, options) => {
    await passDetails({ companySize: '', position: '', scenario: '' });
    expect((await optionsOf(field)).toSorted()).toEqual(options.toSorted());
  });

  it('may be left empty, and empty fields are not sent', async () => {
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

  it('refuses an invalid telephone number', async () => {
    await passDetails({ phoneNumber: '123' });
    await userEvent.click(button('Next'));
    await expect
      .element(box('Phone number (optional)'))
      .toHaveAccessibleDescription('Please enter a valid Singapore phone number (8 digits)');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('has a Chinese telephone by default, and ignores an unknown country', async () => {
    await passDetails({ countryPhone: undefined });
    await expect.element(choice('Country code')).toHaveValue('+86');
    await userEvent.click(button('Next'));
    await expect
      .element(box('Phone number (optional)'))
      .toHaveAccessibleDescription('Please enter a valid China phone number (11 digits)');
  });

  it('keeps the entries in both directions', async () => {
    await passDetails();
    await userEvent.fill(box('Company'), 'Difference Engines');
    await userEvent.click(button('Back'));
    await expect.element(password()).toHaveValue('Kept-by-nobody-1');
    await userEvent.click(button('Next'));
    await expect.element(box('Company')).toHaveValue('Difference Engines');
  });
});
