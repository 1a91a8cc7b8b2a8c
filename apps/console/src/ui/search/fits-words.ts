/** Whether somebody who types this may mean what these texts say: each word is a part of one, whatever its case. */
export function fitsWords(typed: string, texts: readonly string[]): boolean {
  const said = texts.join('\n').toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
