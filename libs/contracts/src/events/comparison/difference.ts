import type {
  DifferenceEventData,
  DifferenceKind,
  EffectSeen,
  OurRecord,
  ProposalId,
  ReportedFact,
  ReportSeen,
  UnreadableRecord,
} from '@countersign/domain';
import { Instant, InstantOr, Name, Nested, NestedList, OneOf, Optional, Text, Whole } from '../fields.js';
import { PersonContent } from '../proposal/person.js';

class TargetOfEffect {
  @Name() type!: string;
  @Name() id!: string;
}

const standings: Readonly<Record<EffectSeen['standing'], true>> = {
  settled: true,
  pending: true,
  undone: true,
};

class EffectContent implements EffectSeen {
  @Name(2_000) reference!: string;
  @Optional() @Name() operationId?: string;
  @Nested(() => TargetOfEffect) target!: TargetOfEffect;
  @Optional() @Whole() amountMinor?: number;
  @Optional() @Name(3) currency?: string;
  @OneOf<EffectSeen['standing']>(standings) standing!: EffectSeen['standing'];
  @Text(500) status!: string;
  @Instant() createdAt!: string;
}

class OurRecordContent implements OurRecord {
  @Name() proposalId!: ProposalId;
  @Name() status!: string;
  @Nested(() => TargetOfEffect) target!: TargetOfEffect;
  @Optional() @Whole() amountMinor?: number;
  @Optional() @Name(3) currency?: string;
  @Name(2_000) reference!: string;
  @InstantOr('never') sentAt!: string;
}

class UnreadableContent implements UnreadableRecord {
  @Name(2_000) reference!: string;
  @Optional() @Name() operationId?: string;
  @Name() field!: string;
  @Text(500) reason!: string;
  @Instant() createdAt!: string;
}

const sayings: Readonly<Record<ReportedFact, true>> = {
  effect_succeeded: true,
  effect_failed: true,
  target_disputed: true,
  dispute_closed: true,
};

class ReportContent implements ReportSeen {
  @Name() reportId!: string;
  @OneOf<ReportedFact>(sayings) says!: ReportedFact;
  @Name(2_000) reference!: string;
  @Name() target!: string;
  @Optional() @Name() operationId?: string;
  @Text(500) code!: string;
  @Instant() saidAt!: string;
}

const kinds: Readonly<Record<DifferenceKind, true>> = {
  effect_without_proposal: true,
  effect_not_claimed: true,
  effect_missing: true,
  effect_failed: true,
  two_effects: true,
  amount_differs: true,
  currency_differs: true,
  target_differs: true,
  unreadable: true,
  report_unplaced: true,
};

export class DifferenceFound implements DifferenceEventData<'DifferenceFound'> {
  @Name() system!: string;
  @OneOf<DifferenceKind>(kinds) kind!: DifferenceKind;
  @Name() proposalId!: ProposalId | 'none';
  @Instant() anchoredAt!: string;
  @NestedList(() => EffectContent) effects!: EffectContent[];
  @Optional() @Nested(() => OurRecordContent) ours?: OurRecordContent;
  @Optional() @Nested(() => UnreadableContent) unreadable?: UnreadableContent;
  @Optional() @Nested(() => ReportContent) report?: ReportContent;
  @Name() source!: string;
  @Instant() readAt!: string;
  @Instant() at!: string;
}

export class SettlementProposed implements DifferenceEventData<'SettlementProposed'> {
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() evidence!: string;
  @Text() reason!: string;
  @Instant() at!: string;
}

type How = DifferenceEventData<'DifferenceSettled'>['how'];

export class DifferenceSettled implements DifferenceEventData<'DifferenceSettled'> {
  @OneOf<How>({ agrees_again: true, by_people: true }) how!: How;
  @NestedList(() => PersonContent) people!: PersonContent[];
  @Text() reason!: string;
  @Instant() at!: string;
}

export class DifferenceNoted implements DifferenceEventData<'DifferenceNoted'> {
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() text!: string;
  @Instant() at!: string;
}
