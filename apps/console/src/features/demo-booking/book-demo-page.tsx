import { Link } from '@tanstack/react-router';
import type { DemoBooking } from '@usance/api/people/demo-booking';
import { useEffect, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import forms from '../account/public-form.module.css';
import classes from './book-demo-page.module.css';
import { DemoForm } from './demo-form.tsx';

/** The page to book a demo: with an external form if one is configured, or our own. */
export function BookDemoPage({ formUrl }: { formUrl: string | undefined }) {
  const [booked, setBooked] = useState<DemoBooking>();
  useEffect(() => {
    // The form that had the focus is gone.
    if (booked !== undefined) document.querySelector('h1')?.focus();
  }, [booked]);
  if (booked !== undefined)
    return (
      <>
        <PageHeader
          title={m.demo_booking_done({ name: booked.name })}
          lead={m.demo_booking_done_lead({ email: booked.email })}
        />
        <Link to="/signin" className={classes.back}>
          {m.demo_booking_back()}
        </Link>
      </>
    );
  return (
    <>
      <PageHeader title={m.demo_booking_title()} lead={m.demo_booking_lead()} />
      {formUrl === undefined ? <DemoForm onBooked={setBooked} /> : <ForeignForm url={formUrl} />}
      <p className={forms.ways}>
        <Link to="/signin">{m.demo_booking_back()}</Link>
        {formUrl !== undefined && (
          <a href={formUrl} target="_blank" rel="noreferrer">
            {m.demo_booking_apart()}
          </a>
        )}
      </p>
    </>
  );
}

/** The external form may run scripts and submit; it can neither replace our page nor read it. */
function ForeignForm({ url }: { url: string }) {
  return (
    <iframe
      src={url}
      title={m.demo_booking_form()}
      className={classes.form}
      sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
      referrerPolicy="no-referrer"
    />
  );
}
