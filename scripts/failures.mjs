/**
 * Returns the failures in the report of a Vitest run: a text for each failed test, and for each file that failed
 * outside its tests.
 */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [text(name, message ?? '')];
    return failed.map(({ fullName, failureMessages }) => text(`${name}: ${fullName}`, failureMessages.join('\n')));
  });
}

/** Returns the failures in the report of a Playwright run. A test that passed on a second try has passed. */
export function failuresOfPlaywright({ suites, errors }) {
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return [
    ...errors.map(({ message }) => message ?? ''),
    ...failed.map(({ file, title, tests }) =>
      text(
        `${file}: ${title}`,
        tests.flatMap(({ results }) => results.at(-1)?.errors.map(({ message }) => message ?? '') ?? []).join('\n'),
      ),
    ),
  ];
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function text(place, why) {
  return `${place}\n${why.trim()}`;
}
