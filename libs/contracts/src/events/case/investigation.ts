import type {
  CaseEventData,
  JsonObject,
  JsonValue,
  LookupOutcome,
  Provenance,
  StepAttempted,
  Usage,
  Versions,
} from '@countersign/domain';
import {
  Instant,
  Json,
  JsonRecord,
  Name,
  Nested,
  NestedList,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../fields.js';

class RefusedField {
  @Name() field!: string;
  @Text() reason!: string;
}

class UsageContent implements Usage {
  @Whole() inputTokens!: number;
  @Whole() outputTokens!: number;
  @Whole() costMicros!: number;
}

class VersionsContent implements Versions {
  @Name() planner!: string;
  @Name() model!: string;
  @Name() prompt!: string;
}

class ProvenanceContent implements Provenance {
  @Name() source!: string;
  @Optional() @Name() section?: string;
  @Optional() @Name() version?: string;
  @Instant() readAt!: string;
}

type By = CaseEventData<'ModelTurnTaken'>['by'];
type StepVerdict = CaseEventData<'ModelTurnTaken'>['verdict'];
type Basis = CaseEventData<'FactEstablished'>['basis'];

export class ModelTurnTaken implements CaseEventData<'ModelTurnTaken'> {
  @Whole(1) turn!: number;
  @OneOf<By>({ coordinator: true, specialist: true }) by!: By;
  @Name() step!: string;
  @OneOf<StepVerdict>({ accepted: true, refused: true }) verdict!: StepVerdict;
  @NestedList(() => RefusedField) refusals!: RefusedField[];
  @Nested(() => UsageContent) usage!: UsageContent;
  @Nested(() => VersionsContent) versions!: VersionsContent;
  @Text() summary!: string;
  @Optional() @JsonRecord() detail?: JsonObject;
  @Instant() at!: string;
}

export class UnsafeStepRefused implements CaseEventData<'UnsafeStepRefused'> {
  @Whole(1) turn!: number;
  @OneOf<By>({ coordinator: true, specialist: true }) by!: By;
  @Name() capability!: string;
  @OneOf<StepAttempted>({ tool_call: true, proposal: true, other: true }) attempted!: StepAttempted;
  @Name() code!: string;
  @Name() field!: string;
  @Text() reason!: string;
  @Text() excerpt!: string;
  @Instant() at!: string;
}

export class ToolCalled implements CaseEventData<'ToolCalled'> {
  @Name() callId!: string;
  @Name() tool!: string;
  @Optional() @Name() capability?: string;
  @JsonRecord() arguments!: JsonObject;
  @OneOf<LookupOutcome>({ answered: true, not_found: true, no_answer: true }) outcome!: LookupOutcome;
  @Name() code!: string;
  @Json() result!: JsonValue;
  @Name() resultDigest!: string;
  @NestedList(() => ProvenanceContent) provenance!: ProvenanceContent[];
  @Instant() at!: string;
}

export class FactEstablished implements CaseEventData<'FactEstablished'> {
  @Name() fact!: string;
  @Name() about!: string;
  @Json() value!: JsonValue;
  @OneOf<Basis>({ record: true, stated: true, policy: true }) basis!: Basis;
  @Nested(() => ProvenanceContent) provenance!: ProvenanceContent;
}

export class FactUnknown implements CaseEventData<'FactUnknown'> {
  @Name() fact!: string;
  @Name() about!: string;
  @Text() reason!: string;
  @Instant() at!: string;
}
