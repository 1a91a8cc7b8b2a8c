import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Reads a text of an address. One that a number would not give back, `1e5` or twenty digits, is no number but a text. */
function parse(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('This number has another text.');
  return value;
}

/** How the router reads the search of an address, and writes it: each text comes back as it was. */
export const parseSearch = parseSearchWith(parse);
export const stringifySearch = stringifySearchWith(JSON.stringify, parse);
