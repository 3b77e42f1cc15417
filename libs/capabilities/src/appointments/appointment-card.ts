import { type Action, formatMoney } from '@countersign/domain';
import type { CardWords } from '../capability.js';
import { cancelKind, moveKind } from './kinds.js';
import { inWords, minutesAfter, type PointInTime, pointAt } from './local-time.js';

/** Every time with its zone, its offset and its instant: whoever says yes must not have to work one out. */
export function appointmentCard(action: Action): CardWords {
  const { kind, target, evidence } = action;
  const fact = (name: string) =>
    evidence.find((each) => each.fact === name && each.basis === 'record')?.value;
  const zone = String(action.arguments['zone']);
  const then = timeIn(fact('startsAt'), zone);
  const title = `${String(fact('title') ?? 'the appointment')}, ${target.id}`;
  const subject = `appointment ${target.id}`;
  if (kind === cancelKind) return cancellation(action, { subject, title, then });
  const minutes = Number(action.arguments['durationMinutes']);
  if (kind === moveKind) {
    const to = timeIn(fact('newStartsAt'), zone);
    return {
      operation: to === undefined ? 'move' : `move to ${shortly(to)}`,
      subject,
      sentence: `Move ${title} from ${said(then)} to ${said(to)}.`,
      consequences: [
        ...(to === undefined ? [] : [`It lasts ${minutes} minutes and ends at ${endOf(to, minutes)}.`]),
        'The old time is free for others from then on.',
      ],
      undoable: 'It can be moved back while the old time is still free.',
      reversible: true,
    };
  }
  return {
    operation: 'booking again',
    subject,
    sentence: `Book ${title} again for ${said(then)}.`,
    consequences: [
      ...(then === undefined ? [] : [`It lasts ${minutes} minutes and ends at ${endOf(then, minutes)}.`]),
      'A fee that was charged for the cancellation is not given back by this.',
    ],
    undoable: 'It can be cancelled again.',
    reversible: true,
  };
}

function cancellation(
  { money }: Action,
  { subject, title, then }: { subject: string; title: string; then: PointInTime | undefined },
): CardWords {
  const fee = money === undefined ? undefined : formatMoney(money);
  return {
    operation: fee === undefined ? 'cancellation' : 'late cancellation with a fee',
    subject,
    sentence: `Cancel ${title} at ${said(then)}${fee === undefined ? '' : `, for a fee of ${fee}`}.`,
    consequences: [
      fee === undefined
        ? 'Nothing is charged for it.'
        : `${fee} are charged, because it is shortly before the appointment.`,
      'The time is free for others from then on.',
    ],
    undoable: 'It can be booked again while the time is still free.',
    reversible: true,
  };
}

/** `2026-03-09 at 09:00 (America/New_York, UTC-04:00)` */
function shortly({ local, zone, offset }: PointInTime): string {
  return `${local.replace('T', ' at ')} (${zone}, UTC${offset})`;
}

function timeIn(instant: unknown, zone: string): PointInTime | undefined {
  return typeof instant === 'string' ? pointAt(instant, zone) : undefined;
}

function said(point: PointInTime | undefined): string {
  return point === undefined ? 'its time' : inWords(point);
}

function endOf(start: PointInTime, minutes: number): string {
  const { local, offset } = minutesAfter(start, minutes);
  return `${local.slice(11)} (UTC${offset})`;
}
