/** Stands in until the store exports its read models. */
export interface ReadModelDefinition {
  readonly name: string;
}
export type ReadModelQueries = object;
