import { Button, TextInput } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { phoneCountryOptions } from './phone-country-options.ts';
import { companySizes, jobTitles, optionsOf, usageScenarios } from './registration-choices.ts';
import { type Survey, surveyBody } from './registration-fields.ts';
import { CompanyField } from './shared-fields.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface SurveyStepProps extends StepProps {
  initialValues: Survey;
  hasPhone: boolean;
  isSending: boolean;
  failure: Error | undefined;
  onBack: (said: Survey) => void;
  onNext: (said: Survey) => void;
}

/** The second step: optional questions about the person's work. */
export function SurveyStep({
  initialValues,
  hasPhone,
  isSending,
  failure,
  onBack,
  onNext,
  ...coming
}: SurveyStepProps) {
  const { form, submit } = useCallForm({
    body: surveyBody,
    initialValues,
    initialErrors: coming.initialErrors,
  });
  const choice = (field: 'companySize' | 'position' | 'scenario', label: string) => ({
    ...form.getInputProps(field),
    label,
    value: form.values[field] || null,
    // A cleared choice is empty, like one never made.
    onChange: (value: string | null) => form.setFieldValue(field, value ?? ''),
    clearLabel: m.ui_clear_value({ name: label }),
  });
  return (
    <StepFrame step={2} title={m.registration_survey()} lead={m.registration_survey_lead()} {...coming}>
      <form noValidate className={classes.form} onSubmit={submit(onNext)}>
        <CompanyField {...form.getInputProps('company')} />
        <ChoiceField options={optionsOf(companySizes)} {...choice('companySize', m.registration_company_size())} />
        <ChoiceField options={optionsOf(jobTitles)} {...choice('position', m.registration_job_title())} />
        <ChoiceField options={optionsOf(usageScenarios)} {...choice('scenario', m.registration_scenario())} />
        {hasPhone && (
          <div className={classes.phone}>
            <ChoiceField
              label={m.registration_phone_country()}
              options={phoneCountryOptions({ isNamed: false })}
              {...form.getInputProps('countryPhone')}
            />
            <TextInput
              label={m.registration_phone_optional()}
              type="tel"
              autoComplete="tel-national"
              {...form.getInputProps('phoneNumber')}
            />
          </div>
        )}
        <FormRefusal error={failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => onBack(form.values)}>
            {m.registration_back()}
          </Button>
          <Button type="submit" loading={isSending}>
            {m.registration_next()}
          </Button>
        </div>
      </form>
    </StepFrame>
  );
}
