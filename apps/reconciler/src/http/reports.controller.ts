import { badRequest, notFound } from '@countersign/messaging/http';
import { Controller, HttpCode, Inject, Param, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { type ReportAnswer, Reports, reportsToken } from '../reports/reports.js';
import { ApiProblems } from './problem-documents.js';

class ReportTakenDocument {
  @ApiProperty({ enum: ['recorded', 'kept', 'passed_by'] })
  outcome!: Exclude<ReportAnswer['outcome'], 'refused'>;

  @ApiProperty({ required: false, description: 'How many proposals it stands on.' })
  proposals?: number;
}

/** The part of a request that is read here. */
interface Delivered {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Where targets say what happened later. Nobody signs in: the signature over the very bytes is the proof of who
 * speaks, and what is said is only ever a reason to look.
 */
@ApiTags('webhooks')
@ApiProblems(
  'signature_missing',
  'signature_invalid',
  'body_invalid',
  'not_found',
  'body_too_large',
  'store_unavailable',
)
@Controller('webhooks')
export class ReportsController {
  constructor(@Inject(reportsToken) private readonly reports: Reports) {}

  @ApiOperation({ summary: 'A target says something by itself' })
  @ApiAcceptedResponse({ type: ReportTakenDocument, description: 'Taken; it is looked at' })
  @Post(':system/:tenant')
  @HttpCode(202)
  async take(
    @Param('system') system: string,
    @Param('tenant') tenant: string,
    @Req() request: RawBodyRequest<Delivered>,
  ): Promise<ReportTakenDocument> {
    const said = request.headers[this.reports.signatureHeaderOf(system)];
    const answer = await this.reports.take({
      ...{ tenant, system, body: request.rawBody ?? Buffer.alloc(0) },
      signature: typeof said === 'string' ? said : undefined,
    });
    if (answer.outcome !== 'refused') return answer;
    const { code } = answer;
    throw code === 'not_found' ? notFound('Nothing is told here.', code) : badRequest(refusals[code], code);
  }
}

const refusals = {
  signature_missing: 'Nothing was recorded: the delivery carries no signature.',
  signature_invalid: 'Nothing was recorded: the signature is not over these bytes, or is too old.',
  body_invalid: 'Nothing was recorded: what was signed is not a message that is known here.',
} as const;
