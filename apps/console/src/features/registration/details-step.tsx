import { Button, TextInput } from '@mantine/core';
import { getLocale } from '../../i18n/locale.ts';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { NewPasswordField } from '../password/new-password-field.tsx';
import { RegionSwitch } from '../regional-host/region-switch.tsx';
import { countryOptions } from './countries.ts';
import { type Details, detailsBody } from './registration-fields.ts';
import type { Carried } from './registration-search.ts';
import { TermsField, WorkEmailField } from './shared-fields.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface DetailsStepProps extends StepProps {
  initialValues: Details;
  /** The other entries for another region's URL. */
  carried: Carried;
  onNext: (said: Details) => void;
}

/** The first step: the person's details. */
export function DetailsStep({ initialValues, carried, onNext, ...coming }: DetailsStepProps) {
  const { form, submit } = useCallForm({
    body: detailsBody,
    initialValues,
    initialErrors: coming.initialErrors,
  });
  const { password: _, terms: __, ...typed } = form.values;
  const firstName = (
    <TextInput
      key="first"
      label={m.registration_first_name()}
      required
      autoComplete="given-name"
      {...form.getInputProps('firstName')}
    />
  );
  const lastName = (
    <TextInput
      key="last"
      label={m.registration_last_name()}
      required
      autoComplete="family-name"
      {...form.getInputProps('lastName')}
    />
  );
  return (
    <StepFrame step={1} title={m.registration_details()} {...coming}>
      <form noValidate className={classes.form} onSubmit={submit(onNext)}>
        <div className={classes.pair}>
          {/* In Chinese the family name comes first. */}
          {getLocale() === 'zh' ? [lastName, firstName] : [firstName, lastName]}
        </div>
        <WorkEmailField {...form.getInputProps('email')} />
        <NewPasswordField label={m.account_password()} {...form.getInputProps('password')} />
        <ChoiceField
          label={m.registration_country()}
          required
          options={countryOptions()}
          {...form.getInputProps('country')}
        />
        <RegionSwitch path="/signup" typed={{ ...carried, ...typed }} />
        <TermsField {...form.getInputProps('terms', { type: 'checkbox' })} />
        <Button type="submit" fullWidth>
          {m.registration_next()}
        </Button>
      </form>
    </StepFrame>
  );
}
