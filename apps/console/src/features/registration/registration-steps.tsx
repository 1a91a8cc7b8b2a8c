import { besideFields } from '../../ui/form/refused-field.ts';
import { CodeStep } from './code-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { fieldNames } from './registration-fields.ts';
import type { Prefilled } from './registration-search.ts';
import { SurveyStep } from './survey-step.tsx';
import { useRegistration } from './use-registration.ts';

interface RegistrationStepsProps {
  prefilled: Prefilled;
  onRegistered: () => void;
}

/** Details, survey and code in three steps. Entries stay in both directions. */
export function RegistrationSteps({ prefilled, onRegistered }: RegistrationStepsProps) {
  const { place, goTo, entries, codes, register, sendOrGoOn, registerWith, sendAgain } = useRegistration(
    prefilled,
    onRegistered,
  );
  const { details, setDetails, survey, setSurvey, token, setToken } = entries;
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
        hasPhone={codes.byocMessage === undefined}
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
      onSend={sendAgain}
      onNext={registerWith}
    />
  );
}
