/** The end of a licence's name: AWS writes the rest of it in more than one way. */
export function licenceTail(arn: string | null | undefined): string {
  return /(?:^|[:/])(l-[\w-]+)$/.exec(arn ?? '')?.[1] ?? '';
}
