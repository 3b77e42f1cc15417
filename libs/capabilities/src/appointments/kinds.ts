export const cancelKind = 'appointment.cancel';
export const moveKind = 'appointment.reschedule';
/** Only ever an undo: books again what was cancelled. */
export const restoreKind = 'appointment.restore';
