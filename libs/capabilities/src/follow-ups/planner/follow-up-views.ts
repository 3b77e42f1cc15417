import type { ToolResult } from '@countersign/planning';
import { isObject } from '@countersign/planning/rules';

export interface ListedOpportunity {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** Absent where the CRM did not say it. */
  readonly contact?: string;
}

export interface OpportunitySeen {
  readonly id: string;
  readonly title: string;
  readonly stage: string;
  readonly status: string;
  readonly contact: string;
  readonly doNotContact: boolean;
  readonly templateIds: readonly string[];
}

/** The opportunities in what `list_opportunities` returned; what has another shape is none. */
export function opportunitiesIn({ data }: ToolResult): readonly ListedOpportunity[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((item) => {
    if (!isObject(item)) return [];
    const { opportunityId: id, title, status, contact } = item;
    if (typeof id !== 'string' || typeof title !== 'string' || typeof status !== 'string') return [];
    return [{ id, title, status, ...(typeof contact === 'string' ? { contact } : {}) }];
  });
}

/** What `read_opportunity` returned, if it is about this one; undefined where anything of it is missing. */
export function opportunityIn({ data }: ToolResult, opportunityId: string): OpportunitySeen | undefined {
  if (!isObject(data) || data['opportunityId'] !== opportunityId || !Array.isArray(data['templates']))
    return undefined;
  const { title, stage, status, contact, doNotContact } = data;
  if (typeof title !== 'string' || typeof stage !== 'string' || typeof status !== 'string') return undefined;
  if (typeof contact !== 'string' || typeof doNotContact !== 'boolean') return undefined;
  const templateIds = data['templates'].flatMap((item) =>
    isObject(item) && typeof item['templateId'] === 'string' ? [item['templateId']] : [],
  );
  return { id: opportunityId, title, stage, status, contact, doNotContact, templateIds };
}
