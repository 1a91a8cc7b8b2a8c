import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Parses a text of a URL. A text that a number would not reproduce, such as `1e5` or twenty digits, stays a text. */
function parse(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('This number has another text.');
  return value;
}

/** The router's parser and serializer for the query of a URL: each text is reproduced exactly. */
export const parseSearch = parseSearchWith(parse);
export const stringifySearch = stringifySearchWith(JSON.stringify, parse);
