import type { FoundOutcome } from '@countersign/capabilities';
import { type Finding, found, notApplicable } from '../report/report.js';
import { answerLine, requestLine } from '../report/words.js';
import type { ConnectorSubject } from '../subject.js';
import { type Asked, execute, inMs, look, type Order } from '../trials/asked.js';
import { emptyPages, staleAnswers } from '../trials/listing-faults.js';
import { lookFaults } from '../trials/look-faults.js';
import { connected, newOrder } from '../trials/write-trial.js';
import type { HttpFault } from '../way/exchange.js';
import { completeFault, evidenceFault, judgeLook } from './judge-look.js';

/** Keeps every answer, so that all of them can be searched for credentials, and hands it on. */
export type Heard = <T>(asked: Asked<T>) => Asked<T>;

/** Long enough for any settle window to be over. */
const LONG_AGO_MS = -7 * 24 * 3_600_000;

/** What `findOutcome` makes of a target that holds the effect, holds none, or cannot be asked. */
export async function checkFinding(subject: ConnectorSubject, heard: Heard): Promise<readonly Finding[]> {
  const done = await executed(subject, heard);
  const looks = new Looks(subject, heard);
  const findings = [
    ...(await looks.after(done)),
    ...(await looks.whenNothingWasSent()),
    ...(await looks.underFaults(done)),
    ...(await looks.atOddListings(done)),
  ];
  return [...findings, looks.changedNothing()];
}

async function executed(subject: ConnectorSubject, heard: Heard): Promise<Order> {
  const order = await newOrder(subject);
  const world = await connected(subject);
  heard(await execute(world, order));
  await world.way.close();
  return order;
}

interface Situation {
  readonly lastSentAt: string;
  readonly fault?: HttpFault | undefined;
  readonly refusing?: boolean;
  readonly isSlow?: boolean;
}

class Looks {
  private readonly writes: string[] = [];
  private count = 0;

  constructor(
    private readonly subject: ConnectorSubject,
    private readonly heard: Heard,
  ) {}

  async after(done: Order): Promise<readonly Finding[]> {
    const stranger = { ...(await newOrder(this.subject)), action: done.action };
    const own = await this.look(done, { lastSentAt: inMs(0) });
    const others = await this.look(stranger, { lastSentAt: inMs(LONG_AGO_MS) });
    return [
      judgeLook('finds-effect', 'the effect is in the ledger', {
        asked: own,
        right: ['happened'],
        fault: evidenceFault(own, done),
      }),
      judgeLook('not-others', 'the ledger has an effect of another operation', {
        asked: others,
        right: ['absent', 'no_answer'],
      }),
    ];
  }

  async whenNothingWasSent(): Promise<readonly Finding[]> {
    const order = await newOrder(this.subject);
    const early = await this.look(order, { lastSentAt: inMs(0) });
    const unread = await this.look(order, { lastSentAt: 'not an instant' });
    const late = await this.look(order, { lastSentAt: inMs(LONG_AGO_MS) });
    return [
      judgeLook('no-false-absence', 'it was sent a moment ago and may still arrive', {
        asked: early,
        right: ['no_answer'],
      }),
      judgeLook('no-false-absence', 'the instant of sending cannot be read', {
        asked: unread,
        right: ['no_answer'],
      }),
      this.subject.neverAbsent === true
        ? notApplicable('proves-absence', 'nothing was ever sent', '`neverAbsent` is stated')
        : judgeLook('proves-absence', 'nothing was ever sent', {
            asked: late,
            right: ['absent'],
            fault: completeFault(late),
          }),
    ];
  }

  async underFaults(done: Order): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const { name, fault, isSlow } of lookFaults) {
      const situation = { lastSentAt: inMs(LONG_AGO_MS), fault, refusing: fault === undefined };
      const asked = await this.look(done, { ...situation, isSlow: isSlow === true });
      findings.push(judgeLook('no-false-absence', name, { asked: asked, right: ['no_answer'] }));
      if (isSlow === true)
        findings.push(
          judgeLook('own-time-out', `a look, and ${name}`, { asked: asked, right: ['no_answer'] }),
        );
      if (name.includes('redirected')) findings.push(this.elsewhere(name, asked));
    }
    return findings;
  }

  /** A listing that does not show the effect yet, and one that has more pages than were read. */
  async atOddListings(done: Order): Promise<readonly Finding[]> {
    const stale = await staleAnswers(this.subject);
    this.heard(stale.executed);
    const lagging = await this.look(stale.order, { lastSentAt: inMs(0), fault: stale.fault });
    const behind = judgeLook('no-false-absence', 'the listing lags behind the effect', {
      asked: lagging,
      right: ['no_answer', 'happened'],
    });
    const situation = 'an empty page of a listing that has more';
    const { emptyPage } = this.subject;
    if (emptyPage === undefined) {
      return [behind, notApplicable('no-false-absence', situation, '`emptyPage` is not given')];
    }
    const pages = emptyPages(emptyPage);
    const asked = await this.look(done, { lastSentAt: inMs(LONG_AGO_MS), fault: pages.fault });
    return [
      behind,
      pages.changed() === 0
        ? notApplicable('no-false-absence', situation, '`emptyPage` knew none of the answers')
        : judgeLook('no-false-absence', situation, { asked: asked, right: ['no_answer', 'happened'] }),
    ];
  }

  changedNothing(): Finding {
    return found('look-only', `${this.count} looks`, {
      fault: this.writes.length > 0 ? `${this.writes.length} of the requests change something` : undefined,
      reason: 'only reading requests',
      evidence: () => this.writes.slice(0, 3),
    });
  }

  private lastElsewhere: readonly string[] = [];

  private elsewhere(situation: string, asked: Asked<FoundOutcome>): Finding {
    return found('one-target', `a look, and ${situation}`, {
      fault: this.lastElsewhere.length > 0 ? 'the other server was called' : undefined,
      reason: 'the other server was not called',
      evidence: () => [...this.lastElsewhere, answerLine(asked)],
    });
  }

  private async look(order: Order, situation: Situation): Promise<Asked<FoundOutcome>> {
    const { lastSentAt, fault, refusing = false, isSlow = false } = situation;
    const world = await connected(this.subject, { refusing, isSlow });
    if (fault !== undefined) world.way.meet('look', fault);
    const asked = this.heard(await look(world, order, lastSentAt));
    await world.way.close();
    this.count += 1;
    this.writes.push(...world.way.writes().map(requestLine));
    this.lastElsewhere = world.way.elsewhere().map(requestLine);
    return asked;
  }
}
