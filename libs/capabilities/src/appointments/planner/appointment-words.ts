import { type IntentWords, say, sayWhole } from '@countersign/planning/rules';

const gap = '[^.!?;]{0,40}?';
const service =
  '(?:fittings?|massages?|manicures?|pedicures?|haircuts?|acupunctures?|facials?|spa treatments?|makeup services?|consultations?)';
const noun = `(?:appointments?|bookings?|meetings?|sessions?|${service})`;
const cancelling = '(?:cancel\\w*|call(?:ing)? off|drop|scrap|end|forget)';
const moving =
  '(?:mov(?:e|ing)|reschedul\\w*|postpon\\w*|rebook\\w*|push(?: back)?|delay|bring forward|put off)';
const changing = '(?:chang(?:e|ing)|modify|amend|alter|switch|update)';

/** Tables, rooms and travel are booked elsewhere: whoever asks about one is not handed to us. */
const elsewhere =
  /\b(?:restaurants?|tables?|dinner|lunch|brunch|breakfast|hotels?|rooms?|suites?|flights?|cars?|adults?|kids?|children|people|persons?|guests?|party of|check ?-?(?:in|out)|checkout|upgrade|number of|grill|bistro|cafe)\b/;
/** Not a wish for it: a question about how or why, a report, or the making of a new one. */
const noWish =
  /\b(?:how (?:do|can|to|would)|why|what happens|what if|policy|fee|did not work|didn't work|not work|tried to|(?:i|we)(?: have| had)?(?: already)? cancel+ed|was cancel\w*|were cancel\w*|got cancel\w*|been cancel\w*|has cancel\w*|do not (?:want to )?(?:cancel|change|move))\b/;

export const cancelIntent = 'appointment_cancellation';
export const moveIntent = 'appointment_move';
export const troubleIntent = 'appointment_trouble';
export const mentionIntent = 'appointment_mentioned';
const wishes = [cancelIntent, moveIntent, troubleIntent];

/**
 * How a change of an appointment is asked for. "I cannot make it" says that something must change and not what, so it
 * is asked about. What is left after the words of other bookings are taken out takes the place of `booking`, which
 * every reading knows.
 */
export const appointmentWords: IntentWords = {
  wordings: [
    ...say(
      cancelIntent,
      0.9,
      `\\b${cancelling}\\b${gap}\\b${noun}\\b`,
      `\\b${noun}\\b${gap}\\b(?:to be|be|get|gets|is) cancel\\w*\\b`,
      `\\b(?:no longer|not) (?:want|need)\\b${gap}\\b${noun}\\b`,
      `\\b${noun}\\b${gap}\\b(?:i|we) (?:need|want|have|would like) to cancel\\b`,
    ),
    ...say(
      moveIntent,
      0.9,
      `\\b${moving}\\b${gap}\\b${noun}\\b`,
      `\\b${changing}\\b${gap}\\b(?:date|day|time)s?\\b${gap}\\b${noun}\\b`,
      `\\b${changing} (?:my|our|the|this|that|an?) (?:\\w+ ){0,2}${noun}\\b`,
      `\\b${noun} (?:time )?(?:to be |be )?(?:moved|rescheduled|changed)\\b`,
      `\\b${noun}\\b${gap}\\b(?:i|we) (?:need|want|have|would like) to (?:move|reschedule|change|amend|modify)\\b`,
      `\\bchange to\\b${gap}\\bthe ${noun}\\b`,
    ),
    ...say(
      troubleIntent,
      0.85,
      `\\b(?:can not|will not(?: be able to)?|not able to|unable to) (?:make|come|attend|be there)\\b${gap}\\b${noun}\\b`,
    ),
    ...sayWhole(
      mentionIntent,
      0.5,
      `^(?:it is |that is |i mean )?(?:the|my) (?:\\w+ )?${noun}\\b (?:on|at|in|for|with)\\b`,
      `^${noun} bk_\\w+$|^bk_\\w+$`,
    ),
  ],
  giveWay: (said, read) => {
    const ours = [...read.keys()].some((intent) => wishes.includes(intent));
    if (ours && (elsewhere.test(said) || noWish.test(said))) return without(read, [...wishes, mentionIntent]);
    // Who cancels does not move: only the words that say more are kept.
    const kept = read.has(cancelIntent) ? without(read, [troubleIntent]) : read;
    return ours || read.has(mentionIntent) ? without(kept, ['booking']) : kept;
  },
};

function without(read: ReadonlyMap<string, number>, intents: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...read].filter(([intent]) => !intents.includes(intent)));
}
