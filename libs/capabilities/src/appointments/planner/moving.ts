import type { CallToolStep, PlannerView } from '@countersign/planning';
import { lookUp, type MessageRead, only, type Thought } from '@countersign/planning/rules';
import type { Which } from '../local-time.js';
import { asking } from './appointment-course.js';
import type { Chosen } from './appointment-rules.js';
import { otherTime, whatTime, whichOfTwo } from './appointment-says.js';
import { moveStep } from './appointment-steps.js';
import { timeIn } from './appointment-views.js';
import { partsOf, readWhen, type WhenRead } from './read-when.js';

/** The new time as the customer names it, checked against the calendar before anything is proposed. */
export function moving(view: PlannerView, { asked, since, chosen }: Chosen): Thought {
  const wished = wishedTime(since, asked, chosen.zone);
  if (wished === undefined) return only(asking(view, 'time', (count) => whatTime(count, chosen)));
  const { toLocal, named } = wished;
  const { bookingId } = chosen;
  const which = whichIn(since.filter(({ index }) => index >= named.index));
  const args = { bookingId, toLocal, ...(which === undefined ? {} : { which }) };
  const call: CallToolStep = { type: 'call_tool', tool: 'check_appointment_time', arguments: args };
  const last = since.at(-1) ?? asked;
  const look = lookUp(view, call, last.index);
  if (look.status === 'call') return only(call);
  if (look.status !== 'found') return only({ type: 'escalate', reason: 'appointment_time_unknown' });
  const seen = timeIn(look.result, bookingId, toLocal);
  if (seen === undefined) return only({ type: 'escalate', reason: 'appointment_time_unreadable' });
  if (seen.outcome === 'fits') return moveStep(look.result, args, { ...seen, zone: chosen.zone });
  if (seen.code === 'time_twice')
    return only(asking(view, 'which', (count) => whichOfTwo(count, bookingId, seen.reason)));
  return only(asking(view, 'time', (count) => otherTime(count, chosen, seen)));
}

interface Wished {
  readonly toLocal: string;
  /** The message that completed it. */
  readonly named: MessageRead;
}

/** The latest date and the latest time of day, each from where it was said as the new one. */
function wishedTime(since: readonly MessageRead[], asked: MessageRead, zone: string): Wished | undefined {
  let found: WhenRead = {};
  let named = asked;
  for (const each of since) {
    const { message, answers } = each;
    const isAnswer = answers?.first === true && answers.question.about === 'time';
    const said = isAnswer ? message.text : partsOf(message.text).to;
    const read = readWhen(said, { at: message.at, zone });
    if (read.date === undefined && read.time === undefined) continue;
    found = { ...found, ...read };
    named = each;
  }
  const { date, time } = found;
  return date === undefined || time === undefined ? undefined : { toLocal: `${date}T${time}`, named };
}

function whichIn(since: readonly MessageRead[]): Which | undefined {
  const answer = since.findLast(
    ({ answers }) => answers?.first === true && answers.question.about === 'which',
  );
  const said = answer?.message.text.toLowerCase() ?? '';
  const [earlier, later] = [/\b(?:earlier|first)\b/.test(said), /\b(?:later|second)\b/.test(said)];
  if (earlier === later) return undefined;
  return earlier ? 'earlier' : 'later';
}
