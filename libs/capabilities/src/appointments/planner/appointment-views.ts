import type { ToolResult } from '@countersign/planning';
import { isObject } from '@countersign/planning/rules';

export interface AppointmentSeen {
  readonly bookingId: string;
  readonly title: string;
  readonly startsLocal: string;
  readonly zone: string;
  readonly status: string;
}

export type TimeSeen =
  | { readonly outcome: 'fits'; readonly startsAt: string }
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly reason: string;
      readonly free: readonly string[];
    };

/** The appointments in what `list_appointments` returned; undefined where any part of it has another shape. */
export function appointmentsIn({ data }: ToolResult): readonly AppointmentSeen[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const seen = data.flatMap((item): AppointmentSeen[] => {
    if (!isObject(item)) return [];
    const { bookingId, title, startsLocal, zone, status } = item;
    if (typeof bookingId !== 'string' || typeof title !== 'string' || typeof status !== 'string') return [];
    return typeof startsLocal === 'string' && typeof zone === 'string'
      ? [{ bookingId, title, startsLocal, zone, status }]
      : [];
  });
  return seen.length === data.length ? seen : undefined;
}

/** What `check_appointment_time` said of exactly this time; undefined where that is about anything else. */
export function timeIn({ data }: ToolResult, bookingId: string, toLocal: string): TimeSeen | undefined {
  if (!isObject(data) || data['bookingId'] !== bookingId || data['toLocal'] !== toLocal) return undefined;
  const { outcome, startsAt, code, reason, free } = data;
  if (outcome === 'fits') return typeof startsAt === 'string' ? { outcome, startsAt } : undefined;
  if (outcome !== 'refused' || typeof code !== 'string' || typeof reason !== 'string') return undefined;
  const listed = Array.isArray(free) ? free.filter((each) => typeof each === 'string') : [];
  return { outcome, code, reason, free: listed };
}
