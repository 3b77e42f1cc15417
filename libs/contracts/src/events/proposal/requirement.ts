import type { Requirement, SubjectId } from '@countersign/domain';
import { Name, OneOf, type Union } from '../fields.js';

type Basis = Requirement['basis'];
const bases: Readonly<Record<Basis, true>> = { consent: true, approval: true };

class AnyRequirement {
  @Name() slot!: string;
  @OneOf<Basis>(bases) basis!: Basis;
}

class ConsentRequirement {
  @Name() slot!: string;
  @OneOf<'consent'>({ consent: true }) basis!: 'consent';
  @Name() person!: SubjectId;
}

class ApprovalRequirement {
  @Name() slot!: string;
  @OneOf<'approval'>({ approval: true }) basis!: 'approval';
  @Name() role!: string;
}

export type RequirementContent = ConsentRequirement | ApprovalRequirement;
export const requirementUnion: Union = {
  by: 'basis',
  base: AnyRequirement,
  kinds: { consent: ConsentRequirement, approval: ApprovalRequirement },
};
