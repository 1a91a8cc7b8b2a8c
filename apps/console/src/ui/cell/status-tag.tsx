import classes from './status-tag.module.css';

/** The reader's urgency: none, waiting, done, soon, now. */
export type Tone = 'quiet' | 'info' | 'good' | 'warn' | 'bad';

/** A state as shown: its urgency and its word. */
export interface Status {
  tone: Tone;
  word: string;
}

/** A state as a word, a shape and a colour, so that each of them suffices. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className={classes.shape}>
        {shapes[tone]}
      </svg>
      {children}
    </span>
  );
}

const shapes: Readonly<Record<Tone, React.ReactNode>> = {
  quiet: <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  info: (
    <>
      <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7Z" fill="currentColor" />
    </>
  ),
  good: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  warn: <path d="M5 .9 9.4 9H.6Z" fill="currentColor" />,
  bad: <path d="M5 .4 9.6 5 5 9.6.4 5Z" fill="currentColor" />,
};
