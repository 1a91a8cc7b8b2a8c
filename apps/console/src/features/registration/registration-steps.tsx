import { usualCountryCode } from '@usance/api/phone';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { besideFields, refusedField } from '../../ui/form/refused-field.ts';
import { useSentCode } from '../verification/use-sent-code.ts';
import { CodeStep } from './code-step.tsx';
import { countryOf } from './countries.ts';
import { DetailsStep } from './details-step.tsx';
import { chosenOf, companySizes, jobTitles, usageScenarios } from './registration-choices.ts';
import { type Details, detailsBody, fieldNames, type Survey, surveyBody } from './registration-fields.ts';
import type { Prefilled } from './registration-search.ts';
import { SurveyStep } from './survey-step.tsx';
import { saidOf, useRegister } from './use-register.ts';

interface RegistrationStepsProps {
  prefilled: Prefilled;
  onRegistered: () => void;
}

interface Place {
  readonly step: 'details' | 'survey' | 'code';
  /** The initial errors of its fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** The number of moves between steps: each move mounts a new form with the earlier entries. */
  readonly moves: number;
}

/** Details, survey and code in three steps. Entries stay in both directions. */
export function RegistrationSteps({ prefilled, onRegistered }: RegistrationStepsProps) {
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

  const look = { initialErrors: place.errors, isFirst: place.moves === 0 };
  if (place.step === 'details')
    return (
      <DetailsStep
        key={place.moves}
        {...look}
        initialValues={details}
        carried={survey}
        onNext={(said) => {
          setDetails(said);
          goTo('survey');
        }}
      />
    );
  if (place.step === 'survey')
    return (
      <SurveyStep
        key={place.moves}
        {...look}
        initialValues={survey}
        hasPhone={!isByoc}
        isSending={codes.isSending}
        failure={besideFields([codes.error], fieldNames)}
        onBack={(said) => {
          setSurvey(said);
          goTo('details');
        }}
        onNext={sendOrGoOn}
      />
    );
  return (
    <CodeStep
      key={place.moves}
      {...look}
      email={details.email}
      initialToken={token}
      codes={codes}
      isRegistering={register.isPending}
      failure={besideFields([register.error, codes.error], fieldNames)}
      onBack={(code) => {
        setToken(code);
        goTo('survey');
      }}
      onSend={() => {
        register.reset();
        codes.send(details.email, { onError: goToRefused });
      }}
      onNext={registerWith}
    />
  );
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
