/** The mark: a U that holds the debt, over the line of its settlement. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M6 3.5v7.25a6 6 0 0 0 12 0V3.5" stroke="var(--u-strong)" />
      <path d="M6 20.5h12" stroke="var(--u-accent)" />
    </svg>
  );
}
