import { usualCountryCode } from '@usance/api/phone';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { refusedField } from '../../ui/form/refused-field.ts';
import { useSentCode } from '../verification/use-sent-code.ts';
import { countryOf } from './countries.ts';
import { chosenOf, companySizes, jobTitles, usageScenarios } from './registration-choices.ts';
import { type Details, detailsBody, fieldNames, type Survey, surveyBody } from './registration-fields.ts';
import type { Prefilled } from './registration-search.ts';
import { saidOf, useRegister } from './use-register.ts';

interface Place {
  readonly step: 'details' | 'survey' | 'code';
  /** The initial errors of its fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** The number of moves between steps: each move mounts a new form with the earlier entries. */
  readonly moves: number;
}

/** The entries of the three steps, the moves between them, and the requests of the last two. */
export function useRegistration(prefilled: Prefilled, onRegistered: () => void) {
  const [details, setDetails] = useState(() => detailsOf(prefilled));
  const [survey, setSurvey] = useState(() => surveyOf(prefilled));
  const [token, setToken] = useState('');
  const [place, setPlace] = useState<Place>({ step: 'details', errors: {}, moves: 0 });
  const codes = useSentCode('register');
  const register = useRegister(() => {
    codes.forget();
    onRegistered();
  });
  const isByoc = codes.byocMessage !== undefined;

  const goTo = (step: Place['step'], errors: Place['errors'] = {}) =>
    setPlace(({ moves }) => ({ step, errors, moves: moves + 1 }));
  /** Goes to the step of a refused field. */
  const goToRefused = (error: Error) => {
    const field = refusedField(error, fieldNames);
    if (field !== undefined) goTo(stepOf(field), { [field]: error.message });
  };
  function sendOrGoOn(said: Survey) {
    setSurvey(said);
    register.reset();
    if (codes.jobFor(details.email) !== undefined) return goTo('code');
    codes.send(details.email, { onSuccess: () => goTo('code'), onError: goToRefused });
  }
  function registerWith(code: string) {
    setToken(code);
    const { terms: _, email: address, password, ...person } = details;
    const { countryPhone, phoneNumber, ...work } = survey;
    const authJobID = codes.jobFor(address);
    // The code was valid for ten minutes only.
    if (authJobID === undefined) return goTo('code', { token: m.verification_not_sent() });
    const phone = isByoc || phoneNumber === '' ? {} : { countryPhone, phoneNumber };
    const traits = { ...saidOf({ ...person, ...work }), ...phone };
    register.mutate({ email: { address, authJobID, token: code }, password, traits }, { onError: goToRefused });
  }
  function sendAgain() {
    register.reset();
    codes.send(details.email, { onError: goToRefused });
  }

  const entries = { details, setDetails, survey, setSurvey, token, setToken };
  return { place, goTo, entries, codes, register, sendOrGoOn, registerWith, sendAgain };
}

function stepOf(field: string): Place['step'] {
  if (field in detailsBody.shape) return 'details';
  return field in surveyBody.shape ? 'survey' : 'code';
}

function detailsOf({ firstName = '', lastName = '', email = '', country }: Prefilled): Details {
  return { firstName, lastName, email, password: '', country: countryOf(country), terms: false };
}

function surveyOf({ company = '', phoneNumber = '', ...chosen }: Prefilled): Survey {
  return {
    company,
    companySize: chosenOf(companySizes, chosen.companySize),
    position: chosenOf(jobTitles, chosen.position),
    scenario: chosenOf(usageScenarios, chosen.scenario),
    countryPhone: chosen.countryPhone?.replace(/^\+/, '') || usualCountryCode,
    phoneNumber,
  };
}
