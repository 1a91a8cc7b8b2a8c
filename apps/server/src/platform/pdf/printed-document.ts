/** The content of a document, without its layout. */
export interface PrintedDocument {
  readonly language: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly DocumentTable[];
  /** At the foot of each page. */
  readonly foot: string;
  /** Contains the placeholders `{no}` and `{of}`. */
  readonly page: string;
  /** In seconds since 1970. */
  readonly createdAt: number;
}

interface DocumentTable {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly { readonly head: string; readonly share: number; readonly isNumber?: true }[];
  readonly rows: readonly (readonly string[])[];
}
