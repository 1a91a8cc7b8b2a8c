import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './profile.module.css';

/** Why something did not go through, where it was asked for. */
export function FailureLine({ error }: { error: Error | null }) {
  const text = useFailureText(error);
  return (
    text !== '' && (
      <p role="alert" className={classes.refusal}>
        {text}
      </p>
    )
  );
}
