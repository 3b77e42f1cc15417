import type { Action, Evidence, JsonObject, JsonValue, ResourceVersion } from '@countersign/domain';
import { Instant, Json, JsonRecord, Name, Nested, NestedList, OneOf, Optional, Whole } from '../fields.js';

class Target {
  @Name() type!: string;
  @Name() id!: string;
}

class ActionMoney {
  @Whole() amountMinor!: number;
  @Name(3) currency!: string;
}

class EvidenceItem implements Evidence {
  @Name() fact!: string;
  @Json() value!: JsonValue;
  @OneOf<Evidence['basis']>({ record: true, stated: true, policy: true }) basis!: Evidence['basis'];
  @Name() source!: string;
  @Optional() @Name() section?: string;
  @Optional() @Name() version?: string;
  @Instant() readAt!: string;
}

class ResourceVersionItem implements ResourceVersion {
  @Name() resource!: string;
  @Name() version!: string;
}

export class ActionContent implements Action {
  @Name() kind!: string;
  @Nested(() => Target) target!: Target;
  @JsonRecord() arguments!: JsonObject;
  @Optional() @Nested(() => ActionMoney) money?: ActionMoney;
  @NestedList(() => EvidenceItem) evidence!: EvidenceItem[];
  @NestedList(() => ResourceVersionItem) resourceVersions!: ResourceVersionItem[];
}
