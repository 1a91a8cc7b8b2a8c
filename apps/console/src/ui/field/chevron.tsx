/** The sign of a field with a list. */
export function Chevron() {
  return (
    <svg viewBox="0 0 15 15" width="18" height="18" aria-hidden="true" color="var(--u-field-line)">
      <path d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25 7.5 11.5l2.25-2.25" fill="none" stroke="currentColor" />
    </svg>
  );
}
