import { useMutation } from '@tanstack/react-query';
import { accounts } from '@usance/api/people/account';
import type { DemoPart, DemoPerson } from '../../api/boot.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import classes from './demo-people.module.css';
import { useSignedIn } from './use-signed-in.ts';

const partWord: Readonly<Record<DemoPart, () => string>> = {
  admin: m.account_demo_admin,
  finance: m.account_demo_finance,
  auditor: m.account_demo_auditor,
  builder: m.account_demo_builder,
  viewer: m.account_demo_viewer,
  market: m.account_demo_market,
  new: m.account_demo_new,
};

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
              <span className={classes.role}>{partWord[person.part]()}</span>
            </button>
          </li>
        ))}
      </ul>
      <FormRefusal error={signIn.error} />
    </section>
  );
}
