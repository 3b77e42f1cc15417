import type {
  Author,
  CaseId,
  Digest,
  ProposalEventData,
  ProposalId,
  SubjectId,
  TenantId,
} from '@countersign/domain';
import {
  Instant,
  Name,
  Nested,
  NestedUnion,
  OneOf,
  Optional,
  Sha256,
  Text,
  Texts,
  type Union,
} from '../fields.js';
import { ActionContent } from './action.js';

class AuthorContent implements Author {
  @OneOf<Author['kind']>({ specialist: true, agent: true, person: true }) kind!: Author['kind'];
  @Name() subject!: SubjectId;
  @Text(500) name!: string;
  @Texts() roles!: string[];
}

class Capability {
  @Name() name!: string;
  @Name() version!: string;
}

type OriginKind = ProposalEventData<'ProposalDrafted'>['origin']['kind'];

class AnyOrigin {
  @OneOf<OriginKind>({ case: true, agent: true }) kind!: OriginKind;
}

class CaseOrigin {
  @OneOf<'case'>({ case: true }) kind!: 'case';
  @Name() caseId!: CaseId;
}

class AgentOrigin {
  @OneOf<'agent'>({ agent: true }) kind!: 'agent';
  @Name(2_000) reference!: string;
  @Name() requestHash!: string;
  @Optional() @Texts() distinctFrom?: ProposalId[];
}

const originUnion: Union = { by: 'kind', base: AnyOrigin, kinds: { case: CaseOrigin, agent: AgentOrigin } };

export class ProposalDrafted implements ProposalEventData<'ProposalDrafted'> {
  @Name() proposalId!: ProposalId;
  @Name() tenant!: TenantId;
  @Name() customer!: SubjectId;
  @NestedUnion(originUnion) origin!: CaseOrigin | AgentOrigin;
  @Nested(() => AuthorContent) author!: AuthorContent;
  @Texts() startedBy!: SubjectId[];
  @Nested(() => ActionContent) action!: ActionContent;
  @Sha256() digest!: Digest;
  @Sha256() intent!: string;
  @Nested(() => Capability) capability!: Capability;
  @Name() supersedes!: ProposalId | 'none';
  @Optional() @Name() compensates?: ProposalId;
  @Optional() @Name() follows?: ProposalId;
  @Instant() draftedAt!: string;
}

export class ReplacementAsked implements ProposalEventData<'ReplacementAsked'> {
  @Name() by!: ProposalId;
  @Text() change!: string;
  @Instant() at!: string;
}

export class ProposalSuperseded implements ProposalEventData<'ProposalSuperseded'> {
  @Name() by!: ProposalId;
  @Text() change!: string;
  @Instant() at!: string;
}
