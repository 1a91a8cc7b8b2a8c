const storageKey = 'usance.letter-keys';

/** True unless the reader has turned off shortcuts of single letters, which dictation would trigger. */
export function hasLetterKeys(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function turnLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
