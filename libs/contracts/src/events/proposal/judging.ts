import type {
  JsonObject,
  PolicyReason,
  ProposalEventData,
  ProposalId,
  Route,
  SubjectId,
} from '@countersign/domain';
import {
  Instant,
  JsonRecord,
  Name,
  NestedList,
  NestedUnionList,
  OneOf,
  Optional,
  Text,
  Texts,
  Whole,
} from '../fields.js';
import { type RequirementContent, requirementUnion } from './requirement.js';

class Reason implements PolicyReason {
  @Name() policyId!: string;
  @Text(500) section!: string;
  @Text() reason!: string;
  @Optional() @Text() customerText?: string;
}

class RouteContent implements Route {
  @Name() slot!: string;
  @Name() escalatesTo!: string;
  @Texts() people!: SubjectId[];
}

type Verdict = ProposalEventData<'PolicyDecided'>['verdict'];

export class PolicyDecided implements ProposalEventData<'PolicyDecided'> {
  @OneOf<Verdict>({ allow: true, requirements: true, deny: true }) verdict!: Verdict;
  @NestedUnionList(requirementUnion) requirements!: RequirementContent[];
  @NestedList(() => Reason) reasons!: Reason[];
  @Name() policySetHash!: string;
  @Name() policyVersion!: string;
  @Whole() approvalValidForMs!: number;
  @Whole() remindAfterMs!: number;
  @Optional() @Whole() escalateAfterMs?: number;
  @Optional() @Whole() escalationValidForMs?: number;
  @Optional() @NestedList(() => RouteContent) routes?: RouteContent[];
  @Whole() permissionValidForMs!: number;
  @JsonRecord() facts!: JsonObject;
  @Optional() @Texts() barred?: SubjectId[];
  @Optional() @Texts() besideEffectOf?: ProposalId[];
  @Instant() decidedAt!: string;
}

export class ReservationReleased implements ProposalEventData<'ReservationReleased'> {
  @Name() because!: string;
  @Instant() at!: string;
}

export class ProposalMarkedDuplicate implements ProposalEventData<'ProposalMarkedDuplicate'> {
  @Name() of!: ProposalId;
  @Instant() at!: string;
}
