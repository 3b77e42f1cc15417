import type { StopEventData, SubjectId } from '@countersign/domain';
import { Instant, Name, Nested } from '../fields.js';
import { PersonContent } from '../proposal/person.js';

export class Stopped implements StopEventData<'Stopped'> {
  @Name(100) scope!: string;
  @Nested(() => PersonContent) by!: PersonContent;
  @Name(2_000) reason!: string;
  @Instant() at!: string;
}

export class Released implements StopEventData<'Released'> {
  @Name(100) scope!: string;
  @Nested(() => PersonContent) by!: PersonContent;
  @Name(2_000) reason!: string;
  @Name() stoppedBy!: SubjectId;
  @Instant() stoppedAt!: string;
  @Instant() at!: string;
}
