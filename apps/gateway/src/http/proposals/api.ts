import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { ApiProblems } from '../problem/api-problems.js';
import { ProposalBody } from './proposal-body.js';
import { ProposalTaken, ProposalView } from './proposal-view.js';

const ofOne = ApiParam({ name: 'proposalId', format: 'uuid' });

export const ApiPropose = () =>
  applyDecorators(
    ApiOperation({
      summary: 'Propose one action for a customer',
      description:
        'Answered at once with an id; policy, people and the executor follow. What it costs and changes is read from the records, and an amount that is given must agree with them. The same key with the same content is answered the same; with other content it is refused and nothing is changed. Nothing here approves: a statement that somebody approved is only a statement.',
    }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: true,
      description: "The asker's own name for this request",
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    }),
    ApiBody({ type: ProposalBody }),
    ApiResponse({
      status: 202,
      type: ProposalTaken,
      description: 'Stored; nothing is decided yet',
      headers: {
        'Idempotent-Replayed': {
          description: '`true` when the key was used before',
          schema: { type: 'string' },
        },
      },
    }),
    ApiProblems(
      'idempotency_key_missing',
      'idempotency_key_invalid',
      'role_missing',
      'ended',
      'in_progress',
      'body_too_large',
      'unsupported_media_type',
      'body_invalid',
      'action_refused',
      'idempotency_key_reused',
      'records_unavailable',
    ),
  );

export const ApiRead = () =>
  applyDecorators(
    ofOne,
    ApiOperation({
      summary: 'Read a proposal',
      description: 'For whoever asked for it, the customer it is for, and staff of the tenant.',
    }),
    ApiResponse({ status: 200, type: ProposalView, description: 'As it is now' }),
    ApiProblems('not_found'),
  );

const example = [
  'id: 2\nevent: state\ndata: {"status":"awaiting_approval","state":"○• Waits for a decision","version":2,"type":"PolicyDecided","at":"2026-11-29T12:00:00Z"}\n',
  'event: end\ndata: {"status":"completed","state":"● Carried out, once","version":8}\n\n',
].join('\n');

export const ApiFollow = () =>
  applyDecorators(
    ofOne,
    ApiOperation({
      summary: 'Follow a proposal to its proven outcome',
      description:
        'Server-sent events: `state` for every change, then `end` after the last, and the stream closes. `id` is the version of the proposal; sent again as `Last-Event-ID` (or `after`), the stream goes on behind it. A comment comes every 15 seconds. The stream ends when the token does.',
    }),
    ApiQuery({ name: 'after', required: false, schema: { type: 'integer', minimum: 0 } }),
    ApiHeader({ name: 'Last-Event-ID', required: false, schema: { type: 'integer', minimum: 0 } }),
    ApiResponse({
      status: 200,
      description: 'States as they are recorded',
      content: { 'text/event-stream': { schema: { type: 'string' }, example } },
    }),
    ApiProblems('cursor_invalid', 'not_found'),
  );
