import { type SchemaJson, schemaToJson } from '@cedar-policy/cedar-wasm/nodejs';

/** What the schema says that a rule may look at. */
export interface AttributeShape {
  /** `Long`, `String`, `Bool`, `Set`, or the name of an entity type. */
  readonly type: string;
  readonly required: boolean;
}

export type Attributes = ReadonlyMap<string, AttributeShape>;

/** One action of the schema: its context, and the attributes of each entity it can be done to. */
export interface ActionShape {
  readonly context: Attributes;
  readonly resources: ReadonlyMap<string, Attributes>;
}

/** The actions of a schema that has been checked already. */
export function shapesOf(schema: string): ReadonlyMap<string, ActionShape> {
  const answer = schemaToJson(schema);
  const { actions = {}, entityTypes = {} } =
    answer.type === 'success' ? ((answer.json as SchemaJson<string>)[''] ?? {}) : {};
  return new Map(
    Object.entries(actions).map(([kind, { appliesTo }]) => [
      kind,
      {
        context: attributesOf(appliesTo?.context),
        resources: new Map(
          (appliesTo?.resourceTypes ?? []).map((type) => [type, attributesOf(shapeOf(entityTypes[type]))]),
        ),
      },
    ]),
  );
}

function shapeOf(entityType: unknown): unknown {
  return isRecord(entityType) ? entityType['shape'] : undefined;
}

function attributesOf(record: unknown): Attributes {
  const found = isRecord(record) && isRecord(record['attributes']) ? record['attributes'] : {};
  return new Map(
    Object.entries(found)
      .filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
      .map(([name, { type, name: named, required }]) => [
        name,
        { type: String(type === 'EntityOrCommon' ? named : type), required: required !== false },
      ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
