import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedTraits } from '@usance/api/people/account';
import { type Settings, settings } from '@usance/api/people/settings';
import { usualCountryCode } from '@usance/api/phone';
import type { ConsoleVariant } from '../../api/boot.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { ChoiceField, type ChoiceFieldProps } from '../../ui/field/choice-field.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { Section } from '../../ui/page/section.tsx';
import { phoneCountryOptions } from '../registration/phone-country-options.ts';
import { fullNameOf } from './full-name.ts';
import classes from './profile.module.css';
import { keepProfile } from './profile.queries.ts';
import { companySizeOptions, positionOptions, profileCountries } from './profile-options.ts';

interface DetailsFormProps {
  profile: Settings;
  variant: ConsoleVariant;
}

/**
 * The profile form, with all fields optional. The hosted console has the fields of its sign-up: also country, company
 * size, and a telephone with its country.
 */
export function DetailsForm({ profile, variant }: DetailsFormProps) {
  const queryClient = useQueryClient();
  const initialValues = valuesOf(profile, variant);
  const names = Object.fromEntries(Object.keys(initialValues).map((name) => [name, name]));
  const { form, submit, tellField } = useCallForm({ body: changedTraits, initialValues });
  const save = useMutation({
    mutationFn: (said: Said) => call(settings.update, { body: changedTraits.parse(said) }),
    meta: { ignoreError: true },
    onSuccess: (kept) => {
      keepProfile(queryClient, kept);
      notify.success(m.profile_updated());
    },
    onError: (error) => tellField(error, names),
  });
  const choice = (name: keyof Said, label: string): ChoiceFieldProps & { clearLabel: string } => {
    const { value, onChange, ...field } = form.getInputProps(name);
    return {
      label,
      ...field,
      value: value === '' ? null : value,
      onChange: (chosen) => onChange(chosen ?? ''),
      clearLabel: m.ui_clear_value({ name: label }),
      options: [],
    };
  };
  const text = (name: keyof Said) => ({ maxLength: 100, ...form.getInputProps(name) });
  const { position = '', country = '', companySize = '' } = form.values;
  return (
    <Section title={m.profile_details()}>
      <form noValidate className={classes.form} onSubmit={submit((said) => save.mutate(toSay(said)))}>
        <TextInput label={m.profile_full_name()} autoComplete="name" {...text('fullName')} />
        <TextInput label={m.profile_company()} autoComplete="organization" {...text('company')} />
        {variant === 'hosted' && (
          <ChoiceField {...choice('companySize', m.profile_company_size())} options={companySizeOptions(companySize)} />
        )}
        <ChoiceField {...choice('position', m.profile_position())} options={positionOptions(variant, position)} />
        {variant === 'hosted' && (
          <>
            <ChoiceField {...choice('country', m.profile_country())} options={profileCountries(country)} />
            <div className={classes.phone}>
              <ChoiceField
                label={m.profile_country_code()}
                {...form.getInputProps('countryPhone')}
                options={phoneCountryOptions({ isNamed: true })}
              />
              <TextInput
                label={m.profile_contact_phone()}
                type="tel"
                autoComplete="tel-national"
                {...text('phoneNumber')}
              />
            </div>
          </>
        )}
        <FormRefusal error={besideFields([save.error], names)} />
        <Button type="submit" loading={save.isPending} className={classes.save}>
          {m.ui_save()}
        </Button>
      </form>
    </Section>
  );
}

type Said = Partial<
  Record<'fullName' | 'company' | 'companySize' | 'position' | 'country' | 'countryPhone' | 'phoneNumber', string>
>;

function valuesOf({ traits }: Settings, variant: ConsoleVariant): Said {
  const { company = '', position = '' } = traits;
  const fullName = fullNameOf(traits);
  if (variant === 'self-hosted') return { fullName, company, position };
  const { companySize = '', country = '', phoneNumber = '' } = traits;
  const countryPhone = traits.countryPhone?.replace(/^\+/, '') || usualCountryCode;
  return { fullName, company, companySize, position, country, countryPhone, phoneNumber };
}

/** Drops the country code if there is no number. */
function toSay(said: Said): Said {
  return said.phoneNumber === '' ? { ...said, countryPhone: '' } : said;
}
