import { type Heard, type Ports, parseStream, type RecordedEvent } from '@countersign/contracts';
import type { CaseEventData } from '@countersign/domain';
import { type CaseStreams, casesToken, portsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

/**
 * One message may ask for two things. The first is routed at once; the next when the specialist of the first has
 * come to rest, so that one investigation at a time is planned on what the one before it left on record.
 */
@Controller()
export class RouteNextMatterWhenSpecialistIsDone {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('ModelTurnTaken')
  async route(@Payload() heard: Heard<'ModelTurnTaken'>): Promise<void> {
    if (!isAtRest(heard.data)) return;
    const to = { tenant: heard.tenant, id: parseStream(heard.stream).id, rule: 'route-next-matter' };
    await this.cases.answer(heard, to, (state, { events }) => {
      const next = state.status === 'open' ? nextMatter(events) : undefined;
      if (next === undefined) return 'nothing';
      return { commands: [{ type: 'route', fact: { ...next, at: this.ports.clock.now() } }] };
    });
  }
}

/** It proposed, declined or found nothing to do, and will not go on by itself. A question waits for its answer. */
function isAtRest({ by, verdict, step, summary, detail }: CaseEventData<'ModelTurnTaken'>): boolean {
  if (by !== 'specialist' || verdict !== 'accepted' || detail?.['more'] === true) return false;
  return step === 'propose' || step === 'reply' || (step === 'done' && summary !== 'awaiting_customer');
}

type Next = Pick<CaseEventData<'CaseRouted'>, 'capability' | 'reason' | 'messageId'>;

/** The first matter that a routing turn left for later and that nobody has been given yet. */
export function nextMatter(events: readonly RecordedEvent[]): Next | undefined {
  const routes = events.filter((event) => event.type === 'CaseRouted');
  const left = events.flatMap((turn): Next[] => {
    const also = turn.type === 'ModelTurnTaken' ? alsoOf(turn) : [];
    const first = routes.find((route) => route.metadata.causationId === turn.metadata.causationId);
    if (first === undefined) return [];
    return also.map((one) => ({ ...one, messageId: String(first.data['messageId']) }));
  });
  return left.find(
    (next) =>
      !routes.some(
        ({ data }) => data['messageId'] === next.messageId && data['capability'] === next.capability,
      ),
  );
}

function alsoOf({ data }: RecordedEvent): Omit<Next, 'messageId'>[] {
  const { also } = (data['detail'] ?? {}) as { also?: { capability: string; reason: string }[] };
  return also ?? [];
}
