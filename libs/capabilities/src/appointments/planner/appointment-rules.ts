import type { PlannerView, ToolResult } from '@countersign/planning';
import {
  asksFor,
  type CapabilityRules,
  courseOver,
  declined,
  lookUp,
  type MessageRead,
  only,
  readMessages,
  sayOnce,
  type Thought,
} from '@countersign/planning/rules';
import { asking, wishIsOpen } from './appointment-course.js';
import { cancelOrMove, noAppointment, notBooked, whichAppointment } from './appointment-says.js';
import { cancelStep } from './appointment-steps.js';
import { type AppointmentSeen, appointmentsIn } from './appointment-views.js';
import {
  appointmentWords,
  cancelIntent,
  mentionIntent,
  moveIntent,
  troubleIntent,
} from './appointment-words.js';
import { chosenAppointment } from './chosen-appointment.js';
import { moving } from './moving.js';

/** How appointments are cancelled and moved without a model. */
export const appointmentRules: CapabilityRules = {
  ...appointmentWords,
  capability: 'appointments',
  matter: 'cancelling or moving an appointment',
  takes: [cancelIntent, moveIntent, troubleIntent, mentionIntent],
  continues: (last) => (/\bbk_\w+/.test(last.message.text) ? 'names_an_appointment' : undefined),
  think,
};

/** What is wished: known, or only that something has to change. */
export type Wish = 'cancel' | 'move' | 'unsure';

/** Which appointment, what is wished of it, and then one proposal, or a question, or why there is none. */
function think(view: PlannerView): Thought {
  const messages = readMessages(view.conversation, [appointmentWords]);
  const asked = messages.findLast(({ reading }) => wishIn({ reading }) !== undefined);
  if (asked === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
  const call = { type: 'call_tool', tool: 'list_appointments', arguments: {} } as const;
  const look = lookUp(view, call, asked.index);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'appointments_unknown' });
  if (look.status === 'absent') return only(sayOnce(view, asked.index, noAppointment()) ?? declined);
  return ofAppointments(
    view,
    { asked, since: messages.filter(({ index }) => index >= asked.index) },
    look.result,
  );
}

export interface Asked {
  /** The message in which the wish stands, and every message from it on. */
  readonly asked: MessageRead;
  readonly since: readonly MessageRead[];
}

function ofAppointments(view: PlannerView, wished: Asked, read: ToolResult): Thought {
  const all = appointmentsIn(read);
  if (all === undefined) return only({ type: 'escalate', reason: 'appointments_unreadable' });
  const chosen = chosenAppointment(all, wished.since);
  if (chosen === undefined) {
    const booked = all.filter(({ status }) => status === 'booked');
    if (booked.length === 0) return only(sayOnce(view, wished.asked.index, noAppointment()) ?? declined);
    return only(asking(view, 'appointment', (count) => whichAppointment(count, booked)));
  }
  const wish = wishOf(wished);
  if (wish === 'unsure') return only(asking(view, 'wish', (count) => cancelOrMove(count, chosen)));
  if (!wishIsOpen(view, wish, chosen.bookingId, wished.since))
    return only(courseOver(view, { bookingId: chosen.bookingId }));
  if (chosen.status !== 'booked')
    return only(sayOnce(view, wished.asked.index, notBooked(chosen)) ?? declined);
  return carriedOn(view, { ...wished, chosen, read, wish });
}

export interface Chosen extends Asked {
  readonly chosen: AppointmentSeen;
  readonly read: ToolResult;
  readonly wish: Exclude<Wish, 'unsure'>;
}

function carriedOn(view: PlannerView, on: Chosen): Thought {
  return on.wish === 'cancel' ? cancelStep(on.read, on.chosen) : moving(view, on);
}

function wishIn({ reading }: Pick<MessageRead, 'reading'>): Wish | undefined {
  const [cancels, moves] = [asksFor(reading, cancelIntent), asksFor(reading, moveIntent)];
  if (cancels !== moves) return cancels ? 'cancel' : 'move';
  return cancels || asksFor(reading, troubleIntent) ? 'unsure' : undefined;
}

/** The wish as it was said, or as it was answered to our question. */
function wishOf({ asked, since }: Asked): Wish {
  const answer = since.findLast(
    ({ answers }) => answers?.first === true && answers.question.about === 'wish',
  );
  const said = answer?.message.text.toLowerCase() ?? '';
  const [cancels, moves] = [/\bcancel/.test(said), /\bmove|resched|another time|postpone/.test(said)];
  if (cancels !== moves) return cancels ? 'cancel' : 'move';
  return wishIn(asked) ?? 'unsure';
}
