import type { RecordedEvent } from '@countersign/contracts';
import type { Drafted } from '@countersign/domain';

/** The other proposals that this one belongs to: what it takes back or comes after, and what took it back. */
export function linkedProposals({ draft }: Drafted, events: readonly RecordedEvent[]): readonly string[] {
  const { compensates, follows } = draft;
  const undone = events.flatMap(({ type, data }) =>
    type === 'ReservationReleased' ? (undoneBy.exec(String(data['because']))?.slice(1, 2) ?? []) : [],
  );
  return [
    ...(compensates === undefined ? [] : [`takes back proposal ${compensates}`]),
    ...(follows === undefined ? [] : [`comes after proposal ${follows}, which was completed first`]),
    ...undone.map((by) => `was taken back by proposal ${by}`),
  ];
}

/** As the domain writes it when an undo has been read back. */
const undoneBy = /^undone by ([0-9a-f-]{36})$/;
