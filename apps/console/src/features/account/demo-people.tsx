import { useMutation } from '@tanstack/react-query';
import { accounts } from '@usance/api/people/account';
import type { DemoPerson } from '../../api/boot.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import classes from './demo-people.module.css';
import { useSignedIn } from './use-signed-in.ts';

/** Signs a visitor of the demonstration in as one of its people, by a click. */
export function DemoPeople({ people, onSignedIn }: { people: readonly DemoPerson[]; onSignedIn: () => void }) {
  const done = useSignedIn(onSignedIn);
  const signIn = useMutation({
    mutationFn: ({ identifier, password }: DemoPerson) => call(accounts.login, { body: { identifier, password } }),
    meta: { ignoreError: true },
    onSuccess: done,
  });
  return (
    <section className={classes.panel} aria-labelledby="demo-people">
      <h2 id="demo-people" className={classes.title}>
        {m.account_demo_people()}
      </h2>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.identifier}>
            <button
              type="button"
              className={classes.person}
              disabled={signIn.isPending}
              onClick={() => signIn.mutate(person)}
            >
              <span className={classes.name}>{person.fullName}</span>
              <span className={classes.role}>{person.role ?? person.position}</span>
            </button>
          </li>
        ))}
      </ul>
      <FormRefusal error={signIn.error} />
    </section>
  );
}
