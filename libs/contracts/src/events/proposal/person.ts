import type { Person, SubjectId } from '@countersign/domain';
import { Instant, Name, OneOf, Text, Texts } from '../fields.js';

/** A signed-in person, as an event records them. */
export class PersonContent implements Person {
  @Name() subject!: SubjectId;
  @Text(500) name!: string;
  @OneOf<Person['kind']>({ customer: true, staff: true, agent: true }) kind!: Person['kind'];
  @Texts() roles!: string[];
  @Instant() authenticatedAt!: string;
  @Texts() methods!: string[];
}
