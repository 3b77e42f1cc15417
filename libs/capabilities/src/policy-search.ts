/** A passage of a policy document, found by text search. */
export interface Passage {
  readonly documentId: string;
  readonly version: string;
  readonly section: string;
  readonly heading: string;
  readonly text: string;
}

export type PolicySearch = (
  tenant: string,
  query: string,
) => Promise<
  { outcome: 'found'; passages: readonly Passage[]; readAt: string } | { outcome: 'no_answer'; code: string }
>;
