import { useId } from 'react';
import classes from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined if nothing is chosen yet. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A choice of two to five visible words. It uses the browser's radio buttons, which need no measuring. */
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
