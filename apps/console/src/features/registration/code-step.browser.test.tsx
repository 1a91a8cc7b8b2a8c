import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../../testing/stubbed-fetch.ts';
import { signUpPage } from './registration.fixture.tsx';

const { answer, bodyOf, box, button, fetch, heading, jobID, onRegistered, passSurvey, told } = signUpPage;

describe('the code', () => {
  it('is sent once after the survey, and proves the email', async () => {
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

  it('that is wrong is marked at its field', async () => {
    answer({ register: () => refusal(400, 'INVALID_PARAMETER', 'It is wrong', { field: 'email.token' }) });
    await passSurvey();
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await expect.element(box('Verification code')).toHaveAccessibleDescription('It is wrong');
    expect(onRegistered).not.toHaveBeenCalled();
  });

  it('returns to the step of a refused field', async () => {
    answer({ register: () => refusal(400, 'INVALID_PARAMETER', 'Known to many', { field: 'password' }) });
    await passSurvey();
    await userEvent.fill(box('Verification code'), '123456');
    await userEvent.click(button('Create an account'));
    await expect.element(heading('Account details')).toBeVisible();
    await expect.element(told('Known to many')).toBeVisible();
  });

  it('with a BYOC message needs no telephone, and sends none', async () => {
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
