/** What a first message can be taken for. `asks` is the planner's own: a data set never expects it as the best answer. */
export type Route = string;

/** The routes that are right for one utterance; the first is the row it is counted in. */
export type Expected = readonly [Route, ...Route[]];

/** banking77 and clinc150: one label an utterance. The words of the data sets' own labels are kept. */
const byLabel: Record<string, Expected> = {
  request_refund: ['refunds'],
  Refund_not_showing_up: ['refund_status'],
  transaction_charged_twice: ['duplicate_charge'],
  'reverted_card_payment?': ['payment'],
  card_payment_not_recognised: ['dispute'],
  direct_debit_payment_not_recognised: ['dispute'],
  cash_withdrawal_not_recognised: ['dispute'],
  extra_charge_on_statement: ['dispute'],
  card_payment_wrong_exchange_rate: ['payment', 'dispute'],
  wrong_amount_of_cash_received: ['payment', 'dispute'],
  pending_card_payment: ['payment'],
  declined_card_payment: ['payment', 'card'],
  failed_transfer: ['payment'],
  cancel_transfer: ['payment'],
  transfer_not_received_by_recipient: ['payment'],
  terminate_account: ['account_closure', 'account'],
  edit_personal_details: ['account'],
  compromised_card: ['card', 'dispute'],
  order_status: ['order_status'],
  report_fraud: ['dispute', 'card'],
  report_lost_card: ['card'],
  damaged_card: ['card'],
  freeze_account: ['account'],
  account_blocked: ['account'],
  change_user_name: ['account'],
  transactions: ['payment'],
  accept_reservations: ['booking'],
  confirm_reservation: ['booking'],
  cancel_reservation: ['booking'],
  schedule_meeting: ['booking'],
  schedule_maintenance: ['booking'],
  order: ['nothing', 'asks'],
  cancel: ['nothing', 'asks'],
  repeat: ['nothing', 'asks'],
  yes: ['nothing', 'asks'],
  no: ['nothing', 'asks'],
  maybe: ['nothing', 'asks'],
  oos: ['nothing', 'asks'],
};

/** nlupp: several labels an utterance. Every label present adds its routes, in this order. */
const bySeveralLabels: readonly (readonly [string, readonly Route[]])[] = [
  ['refund', ['refunds']],
  ['booking', ['booking']],
  ['appointment', ['booking']],
  ['room', ['booking']],
  ['restaurant', ['booking']],
  ['spa', ['booking']],
  ['card', ['card', 'account']],
  ['contactless', ['card', 'account']],
  ['pin', ['account', 'card']],
  ['account', ['account', 'account_closure']],
  ['savings', ['account']],
  ['direct_debit', ['payment']],
  ['standing_order', ['payment']],
  ['transfer_payment_deposit', ['payment']],
  ['overdraft', ['payment']],
  ['loan', ['payment']],
  ['mortgage', ['payment']],
  ['limits', ['payment', 'account']],
  ['handoff', ['person']],
];

/** tau-retail: the writes that solve the task say what the customer wanted. */
const byWrite: Record<string, Expected> = {
  return_delivered_order_items: ['refunds'],
  cancel_pending_order: ['cancel_order'],
  exchange_delivered_order_items: ['change_order'],
  modify_pending_order_items: ['change_order'],
  modify_pending_order_address: ['change_order', 'account'],
  modify_pending_order_payment: ['change_order', 'payment'],
  modify_user_address: ['account', 'change_order'],
};

export function expectedOfLabel(label: string): Expected | undefined {
  return byLabel[label];
}

const changes: readonly (readonly [string, Route])[] = [
  ['cancel_close_leave_freeze', 'appointment_cancellation'],
  ['change', 'appointment_move'],
];

/**
 * A change of an appointment is ours; of a booking it may be, and of a table or a room it is not. Asking how or why, or
 * telling that it did not work, is no wish for it.
 */
function changeOfAppointment(labels: readonly string[]): readonly Route[] {
  const has = (...wanted: readonly string[]) => wanted.some((label) => labels.includes(label));
  const routes = changes.flatMap(([label, route]) => (has(label) ? [route] : []));
  if (routes.length === 0 || has('restaurant', 'room') || !has('appointment', 'spa', 'booking')) return [];
  if (has('why', 'how', 'wrong_notworking_notshowing')) return ['booking', 'asks'];
  const ours = [...routes, 'appointment_trouble'];
  return has('appointment', 'spa') ? ours : ['booking', ...ours];
}

/** A refund that was promised and has not come is a question about its state, not a new refund. */
export function expectedOfLabels(labels: readonly string[]): Expected {
  const late =
    labels.includes('refund') &&
    labels.some((label) => ['wrong_notworking_notshowing', 'arrival', 'when'].includes(label));
  const changed = changeOfAppointment(labels);
  const [own, ...others] = changed;
  if (own !== undefined && !labels.includes('refund')) return [own, ...others];
  const found = bySeveralLabels.filter(([label]) => labels.includes(label)).flatMap(([, routes]) => routes);
  const [first, ...rest] = found.map((route) => (late && route === 'refunds' ? 'refund_status' : route));
  return first === undefined ? ['nothing', 'asks', 'account', 'booking', 'payment'] : [first, ...rest];
}

export function expectedOfWrites(writes: readonly string[]): Expected {
  const found = writes.flatMap((write) => byWrite[write] ?? []);
  const [first, ...rest] = found.toSorted((a, b) => Number(b === 'refunds') - Number(a === 'refunds'));
  return first === undefined ? ['nothing', 'asks', 'person', 'order_status'] : [first, ...rest];
}
