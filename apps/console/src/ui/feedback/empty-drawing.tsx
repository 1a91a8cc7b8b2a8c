/** A drawing of an empty ledger in the style of the mark. */
export function EmptyDrawing() {
  return (
    <svg
      viewBox="0 0 132 84"
      width="132"
      height="84"
      fill="none"
      aria-hidden="true"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path
        d="M66 22C56 14.5 40 12 22 13v50c18-1 34 1.5 44 9 10-7.5 26-10 44-9V13c-18-1-34 1.5-44 9Z"
        fill="var(--u-surface)"
        stroke="var(--u-hairline-strong)"
        strokeLinejoin="round"
      />
      <path d="M66 22v50" stroke="var(--u-hairline-strong)" />
      <path d="M32 26c8 0 15 1 22 3.5M32 36c8 0 15 1 22 3.5M32 46c5 0 9 .5 13 1.5" stroke="var(--u-hairline-strong)" />
      <path d="M78 29.5C85 27 92 26 100 26M78 39.5C85 37 92 36 100 36" stroke="var(--u-hairline-strong)" />
      <path d="M80 52c4.5 5.5 14 5 17-2.5" stroke="var(--u-accent)" strokeWidth="2" />
      <circle cx="97" cy="49.5" r="2.25" fill="var(--u-accent)" />
    </svg>
  );
}
