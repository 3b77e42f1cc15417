import type { Ports } from '@countersign/contracts';
import { ReadModels } from '@countersign/event-store';
import { portsToken, readModelsToken } from '@countersign/messaging';
import { badRequest } from '@countersign/messaging/http';
import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { type Asked, Comparing, comparingToken, personalCause } from '../comparison/comparing.js';
import { type ComparisonResult, comparisonResult, reportsIn } from '../comparison/comparison-result.js';
import type { DifferenceItem } from '../comparison/difference-item.js';
import { type DifferenceRow, differencesModel } from '../comparison/difference-row.js';
import {
  type DifferenceAnswer,
  Differences,
  differencesToken,
  type OfDifference,
} from '../comparison/differences.js';
import type { LedgerStanding } from '../comparison/ledger-standing.js';
import { answered } from './problem-of.js';

type Done = Extract<DifferenceAnswer, { outcome: 'done' }>;

export class CompareLedger extends Command<ComparisonResult> {
  constructor(
    readonly asked: Asked,
    readonly how: { readonly dryRun: boolean; readonly subject: string },
  ) {
    super();
  }
}

export class ListLedgers extends Query<readonly LedgerStanding[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Open ones, oldest first. */
export interface DifferencePage {
  readonly differences: readonly DifferenceRow[];
  readonly next: string;
}

export class ListDifferences extends Query<DifferencePage> {
  constructor(
    readonly tenant: string,
    readonly asked: { readonly system?: string; readonly kind?: string; readonly after?: string },
  ) {
    super();
  }
}

export class ShowDifference extends Query<DifferenceItem> {
  constructor(
    readonly tenant: string,
    readonly id: string,
  ) {
    super();
  }
}

/** What a person does with a difference. */
export type DifferenceDeed =
  | { readonly deed: 'compare_again' }
  | { readonly deed: 'note'; readonly text: string; readonly key?: string }
  | { readonly deed: 'settle'; readonly evidence: string; readonly reason: string }
  | { readonly deed: 'sign'; readonly settlementId: string };

export class TreatDifference extends Command<Done> {
  constructor(
    readonly of: OfDifference,
    readonly deed: DifferenceDeed,
  ) {
    super();
  }
}

@CommandHandler(CompareLedger)
class CompareLedgerHandler implements ICommandHandler<CompareLedger> {
  constructor(
    @Inject(comparingToken) private readonly comparing: Comparing,
    @Inject(portsToken) private readonly ports: Ports,
    @Inject(readModelsToken) private readonly models: ReadModels,
  ) {}

  async execute({ asked, how }: CompareLedger): Promise<ComparisonResult> {
    const { systems } = this.comparing;
    if (!systems.includes(asked.system)) {
      const known = systems.join(', ') || 'none';
      const errors = [{ field: 'target', reason: `is none of the ledgers that can be listed: ${known}` }];
      throw badRequest(`Nothing was compared: there is no ledger of ${asked.system}.`, 'unknown_target', {
        errors,
      });
    }
    if (!(Date.parse(asked.window.from) < Date.parse(asked.window.to))) {
      throw badRequest('The window ends before it begins.', 'invalid_request');
    }
    const cause = personalCause(asked, how.subject, this.ports.clock.now());
    const { compared, window } = await this.comparing.compareNow(cause, asked, how);
    const reports = await reportsIn(this.models, { ...asked, window });
    return comparisonResult(asked, { compared, window, reports });
  }
}

@QueryHandler(ListLedgers)
class ListLedgersHandler implements IQueryHandler<ListLedgers> {
  constructor(@Inject(comparingToken) private readonly comparing: Comparing) {}

  execute({ tenant }: ListLedgers): Promise<readonly LedgerStanding[]> {
    return this.comparing.standings(tenant);
  }
}

@QueryHandler(ListDifferences)
class ListDifferencesHandler implements IQueryHandler<ListDifferences> {
  constructor(@Inject(readModelsToken) private readonly models: ReadModels) {}

  async execute({ tenant, asked }: ListDifferences): Promise<DifferencePage> {
    const { after, ...named } = asked;
    const page = await this.models
      .list<DifferenceRow>({
        ...{ name: differencesModel, tenant, where: { ...named, standing: 'open' }, limit: 200 },
        ...(after === undefined ? {} : { after }),
      })
      .catch((error: { code?: unknown }) => {
        if (error.code !== 'invalid_cursor') throw error;
        throw badRequest('after is not what a page before said.', 'invalid_request');
      });
    return { differences: page.entries.map(({ document }) => document), next: page.next ?? 'end' };
  }
}

@QueryHandler(ShowDifference)
class ShowDifferenceHandler implements IQueryHandler<ShowDifference> {
  constructor(@Inject(differencesToken) private readonly differences: Differences) {}

  async execute({ tenant, id }: ShowDifference): Promise<DifferenceItem> {
    return answered(await this.differences.show({ tenant, id })).item;
  }
}

@CommandHandler(TreatDifference)
class TreatDifferenceHandler implements ICommandHandler<TreatDifference> {
  constructor(@Inject(differencesToken) private readonly differences: Differences) {}

  async execute({ of, deed }: TreatDifference): Promise<Done> {
    return answered(await this.#treat(of, deed));
  }

  #treat(of: OfDifference, deed: DifferenceDeed): Promise<DifferenceAnswer> {
    switch (deed.deed) {
      case 'compare_again':
        return this.differences.compareAgain(of);
      case 'note':
        return this.differences.note(of, deed);
      case 'settle':
        return this.differences.settle(of, deed);
      case 'sign':
        return this.differences.sign(of, deed);
    }
  }
}

export const comparisonHandlers = [
  CompareLedgerHandler,
  ListLedgersHandler,
  ListDifferencesHandler,
  ShowDifferenceHandler,
  TreatDifferenceHandler,
];
