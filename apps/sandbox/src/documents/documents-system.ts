import { openCalls } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import { json, refuse } from '../wire/reply.js';
import { param, route, withJson } from '../wire/router.js';
import type { System } from '../wire/system.js';
import { openDocuments } from './documents.js';
import { parseDocument } from './markdown.js';

/** The shop's published policies. They are public, so no key is asked for. */
export function documentsSystem(ledger: Ledger, { now }: { now: () => number }): System {
  const documents = openDocuments(ledger, now);
  const publish = withJson((call, { markdown }) => {
    const content = typeof markdown === 'string' ? parseDocument(markdown) : undefined;
    if (content === undefined)
      return refuse(400, 'invalid_document', 'markdown must be text with a # title.');
    return json(201, documents.publish(param(call, 'id'), content));
  });
  return {
    name: 'documents',
    refuse,
    calls: openCalls(ledger.calls),
    reset: () => documents.reset(),
    close: () => ledger.close(),
    routes: [
      route('GET', '/v1/documents', () => json(200, { documents: documents.latest().map(withoutSections) })),
      route('GET', '/v1/documents/:id', (call) => {
        const version = call.query.get('version');
        const document = documents.find(param(call, 'id'), version === null ? undefined : Number(version));
        if (document === undefined) return refuse(404, 'document_not_found', 'There is no such document.');
        return json(200, document);
      }),
    ],
    adminRoutes: [route('POST', '/:id', publish)],
  };
}

function withoutSections<T extends { sections: unknown }>({ sections: _, ...rest }: T): Omit<T, 'sections'> {
  return rest;
}
