/** The patterns of all charts, once in the page: they distinguish series without colour. */
export function ChartPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        {strokes.map((path, index) => (
          <pattern
            key={path}
            id={`u-pattern-${index}`}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            fill="none"
            stroke="var(--u-surface)"
            strokeWidth="1.4"
          >
            <path d={path} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

const strokes = [
  'M2 2h.1M6 6h.1',
  'M0 8 8 0M-2 2 2-2M6 10l4-4',
  'M0 4h8',
  'M4 0v8',
  'M0 0l8 8M6-2l4 4M-2 6l4 4',
  'M2 4h4M4 2v4',
  'M0 2h8M0 6h8',
  'M2 0v8M6 0v8',
  'M0 4l4-4 4 4-4 4Z',
];
