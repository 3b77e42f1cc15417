import type { Digest, Grant, ProposalEventData, SubjectId } from '@countersign/domain';
import { Instant, Name, Nested, NestedUnionList, OneOf, Optional, Sha256, Text, Texts } from '../fields.js';
import { PersonContent } from './person.js';
import { type RequirementContent, requirementUnion } from './requirement.js';

export class ApprovalRequested implements ProposalEventData<'ApprovalRequested'> {
  @NestedUnionList(requirementUnion) requirements!: RequirementContent[];
  @Sha256() digest!: Digest;
  @Instant() requestedAt!: string;
  @Instant() expiresAt!: string;
}

export class ApprovalReminded implements ProposalEventData<'ApprovalReminded'> {
  @Texts() slots!: string[];
  @Instant() at!: string;
}

export class ApprovalEscalated implements ProposalEventData<'ApprovalEscalated'> {
  @Name() slot!: string;
  @Name() toRole!: string;
  @Optional() @Name() to?: SubjectId;
  @Optional() @Name() from?: SubjectId;
  @Instant() at!: string;
  @Instant() expiresAt!: string;
}

export class ApprovalGranted implements ProposalEventData<'ApprovalGranted'> {
  @Name() slot!: string;
  @OneOf<Grant['basis']>({ consent: true, approval: true }) basis!: Grant['basis'];
  @Sha256() digest!: Digest;
  @Nested(() => PersonContent) approver!: PersonContent;
  @Instant() grantedAt!: string;
  @Instant() expiresAt!: string;
  @Name() cardHash!: string;
  @Instant() cardShownAt!: string;
  @Name() policySetHash!: string;
  @Name(8_192) signature!: string;
}

export class ApprovalRejected implements ProposalEventData<'ApprovalRejected'> {
  @Name() slot!: string;
  @Sha256() digest!: Digest;
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() reason!: string;
  @Text() noteToCustomer!: string;
  @Instant() at!: string;
}

export class ApprovalExpired implements ProposalEventData<'ApprovalExpired'> {
  @Instant() expiresAt!: string;
  @Instant() at!: string;
}

/** What was said is recorded as it was said: the digest of a refused decision need not be one. */
export class DecisionRefused implements ProposalEventData<'DecisionRefused'> {
  @Text(500) who!: string;
  @Text(500) digest!: string;
  @Name() code!: string;
  @Text() message!: string;
  @Instant() at!: string;
}
