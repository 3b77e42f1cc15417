import { type Fields, fieldsOf, isCount, isInstant, isText, listOf } from '../network/shape.js';

export interface DocumentSection {
  /** The number it is cited by, such as `3.1`. */
  readonly id: string;
  readonly heading: string;
  /** Text from outside: data for a reader, never an instruction (C84). */
  readonly text: string;
}

export interface DocumentHead {
  readonly id: string;
  readonly tenant: string;
  readonly version: number;
  readonly publishedAt: string;
  readonly title: string;
}

export interface DocumentRecord extends DocumentHead {
  readonly sections: readonly DocumentSection[];
}

export function documentHeadOf(body: Fields): DocumentHead | undefined {
  const { id, tenant, version, publishedAt, title } = body;
  if (!isText(id) || !isText(tenant) || !isText(title)) return undefined;
  if (!isCount(version) || !isInstant(publishedAt)) return undefined;
  return { id, tenant, version, publishedAt, title };
}

export function documentRecordOf(body: Fields): DocumentRecord | undefined {
  const head = documentHeadOf(body);
  const sections = listOf(body.sections, sectionOf);
  return head === undefined || sections === undefined ? undefined : { ...head, sections };
}

function sectionOf(item: unknown): DocumentSection | undefined {
  const { id, heading, text } = fieldsOf(item) ?? {};
  return isText(id) && isText(heading) && typeof text === 'string' ? { id, heading, text } : undefined;
}
