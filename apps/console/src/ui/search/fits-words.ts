/** True if each typed word is part of one of the texts, ignoring case. */
export function fitsWords(typed: string, texts: readonly string[]): boolean {
  const said = texts.join('\n').toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
