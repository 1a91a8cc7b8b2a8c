import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** What is chosen here, for those who hear it. */
  label: string;
  options: readonly { value: Value; label: string }[];
  /** None where nothing is chosen yet. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One of two to five words that are all in sight. The browser's own radio buttons: nothing has to be measured to draw them. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
