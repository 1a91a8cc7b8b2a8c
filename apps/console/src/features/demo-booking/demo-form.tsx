import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DemoBooking, demoBookings } from '@usance/api/people/demo-booking';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { bookingOf, demoBody, demoFieldNames } from './demo-fields.ts';

/** Our own form to book a demo. */
export function DemoForm({ onBooked }: { onBooked: (booking: DemoBooking) => void }) {
  const { form, submit, tellField } = useCallForm({
    body: demoBody,
    initialValues: { name: '', email: '', company: '', phone: '', message: '', time: '', otherTime: '' },
  });
  const book = useMutation({
    mutationFn: (body: ReturnType<typeof bookingOf>) => call(demoBookings.create, { body }),
    meta: { ignoreError: true },
    onSuccess: (booking) => onBooked(booking),
    onError: (error) => tellField(error, demoFieldNames),
  });
  return (
    <form noValidate className={classes.form} onSubmit={submit((said) => book.mutate(bookingOf(demoBody.parse(said))))}>
      <TextInput label={m.demo_booking_name()} required autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label={m.demo_booking_email()}
        type="email"
        required
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={m.demo_booking_company()}
        required
        autoComplete="organization"
        {...form.getInputProps('company')}
      />
      <TextInput label={m.demo_booking_phone()} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      <Textarea label={m.demo_booking_message()} rows={3} {...form.getInputProps('message')} />
      <TextInput
        label={m.demo_booking_time()}
        description={m.demo_booking_times_hint({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        type="datetime-local"
        {...form.getInputProps('time')}
      />
      <TextInput label={m.demo_booking_other_time()} type="datetime-local" {...form.getInputProps('otherTime')} />
      <FormRefusal error={besideFields([book.error], demoFieldNames)} />
      <Button type="submit" fullWidth loading={book.isPending}>
        {m.demo_booking_send()}
      </Button>
    </form>
  );
}
