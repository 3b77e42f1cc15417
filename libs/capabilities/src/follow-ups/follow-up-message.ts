import type { ContactRecord, OpportunityRecord, TemplateRecord } from './crm/records.js';

export interface MessageText {
  readonly subject: string;
  readonly body: string;
}

/**
 * The template with what the records say put in, in one pass: what stands in a record is never read as a placeholder.
 * Undefined where it names something that there is not, or leaves no subject of one line: nobody sends `{{price}}`.
 */
export function rendered(
  { subject, body }: Pick<TemplateRecord, 'subject' | 'body'>,
  { contact, opportunity }: { readonly contact: ContactRecord; readonly opportunity: OpportunityRecord },
): MessageText | undefined {
  const known = new Map([
    ['contact', contact.name],
    ['title', opportunity.title],
    ['owner', opportunity.ownerName],
  ]);
  const filled = (text: string): string | undefined => {
    const names = [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name = '']) => name);
    if (names.some((name) => !known.has(name))) return undefined;
    return text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => known.get(name) ?? '');
  };
  const [line, text] = [filled(subject), filled(body)];
  if (line === undefined || text === undefined || /[\p{Cc}\p{Cs}]/u.test(line)) return undefined;
  return { subject: line, body: text };
}
